import { AuditBreak } from '../../platform/audit/audit-break.ts'
import { verifyAudit } from '../../platform/audit/verify-audit.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey } from '../documents/documents-feature.ts'
import { noteImported } from '../documents/documents-feature.ts'
import { adminCollection, adminsDocument } from '../../platform/identity/designated-admins.ts'
import { rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import { compareArchive } from './compare-archive.ts'
import {
  type ExportedCollection,
  exportedCollectionNames,
  laterDataFiles,
} from './exported-collections.ts'
import { ImportError } from './import-error.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { importCollection, importId } from './unfinished-import.ts'
import { verifyRecords } from './verify-records.ts'

/** Collections that aren't exported and must be empty, too. */
const others = ['notes', 'reading', 'releases']

export type Imported = {
  foundation: string
  startedAt: string
  papers: number
  /** Who has admin rights now. Check them: nothing in an archive proves who these people are. */
  admins: readonly string[]
  /** What the archive lacks: papers and images that the exporting portal had lost, or the audit. */
  incomplete: string[]
  /** Data files that the exporting release didn't have. */
  without: string[]
}

export type ImportPorts = {
  store: DocumentStore
  blobs: BlobStore
  /** The clock of both stores: it is set so that records keep their change times. */
  clock: { at: Date }
  /** An empty store of its own: the records are stored there first. */
  draft: DocumentStore
}

/** How many records are read at once: each may have 900 KB. */
const page = { limit: 20 }

/**
 * Restores an archive into an empty portal. The whole archive is verified before anything is stored. Importing the same
 * archive again continues an interrupted import.
 */
export async function importArchive(path: string, ports: ImportPorts): Promise<Imported> {
  const archive = await openArchive(path)
  try {
    const { manifest } = archive
    const { draft, clock, store } = ports
    const records = await verifyRecords(archive, { store: draft, clock })
    const incomplete = compareArchive(manifest, records)
    await verifyAudit(draft, { page })
    const isContinued = await claim(store, archive)
    await copyFiles(archive, ports.blobs)
    for (const collection of exportedCollectionNames) {
      await importCollectionOf(manifest, ports, { collection, isContinued })
    }
    await verifyAudit(store)
    await importCollection.in(store).delete(importId)
    const { foundation, startedAt, papers, files } = manifest
    const list = await adminCollection.in(store).find(adminsDocument)
    return {
      foundation,
      startedAt,
      papers: papers.filter(({ file }) => file !== undefined).length,
      admins: list?.designatedAdmins ?? [],
      incomplete,
      without: laterDataFiles(files),
    }
  } catch (error) {
    if (!(error instanceof AuditBreak)) throw error
    throw new ImportError(`The archive’s audit has been tampered with. ${error.message}`, {
      cause: error,
    })
  } finally {
    archive.close()
  }
}

/** Refuses a portal with content unless an interrupted import of this archive has left it; returns whether it has. */
async function claim(store: DocumentStore, { manifest, sha256 }: Archive): Promise<boolean> {
  const found = await importCollection.in(store).get(importId)
  if (found?.manifest === sha256) return true
  if (found) {
    throw new ImportError(
      'Another archive was restored into this portal in part: restore that one, or start with empty storage.',
    )
  }
  for (const collection of [...exportedCollectionNames, ...others]) {
    const { documents } = await rawCollection(store, collection).list({ limit: 1 })
    if (documents.length === 0) continue
    throw new ImportError(
      'This portal isn’t empty: use a new data folder, or a new database and bucket, and start no portal on it before.',
    )
  }
  const { startedAt, foundation } = manifest
  await importCollection.in(store).create(importId, { startedAt, foundation, manifest: sha256 })
  return false
}

async function copyFiles({ manifest, bytes }: Archive, blobs: BlobStore): Promise<void> {
  const copied = new Set<string>()
  for (const { file, sha256 } of manifest.papers) {
    if (file === undefined || copied.has(sha256)) continue
    copied.add(sha256)
    await blobs.put(originalKey(sha256), bytes(file))
  }
  for (const { name, sha256 } of manifest.files) {
    if (name.startsWith('images/')) await blobs.put(`images/${sha256}`, bytes(name))
  }
}

async function importCollectionOf(
  manifest: ArchiveManifest,
  { store, clock, draft }: ImportPorts,
  { collection, isContinued }: { collection: ExportedCollection; isContinued: boolean },
): Promise<void> {
  const lost = new Set(
    manifest.papers.flatMap(({ document, version, state }) =>
      state === 'damaged' || state === 'missing' ? [keyOf(document, version)] : [],
    ),
  )
  for await (const records of rawCollection(draft, collection).pages(page)) {
    for (const stored of records) {
      const { id, revision, updatedAt } = stored
      if (isContinued && (await rawCollection(store, collection).get(id))) continue
      const body = imported(collection, { id, ...bodyOf(stored) }, lost)
      clock.at = new Date(updatedAt)
      await rawCollection(store, collection).create(id, body, revision)
      if (collection === 'paper_versions') await noteImported(store, id)
    }
  }
}

type Body = Record<string, unknown>

/** The document to store. Files derived from a paper's original aren't in the archive: the portal makes them again. */
function imported(
  collection: ExportedCollection,
  { id, ...body }: Body & { id: string },
  lost: ReadonlySet<string>,
): Body {
  if (collection === 'documents') {
    const { fast } = body
    const isLost = lost.has(keyOf(id, Number(body['version'] ?? 1)))
    return {
      ...withoutMade(body),
      ...(fast === undefined ? {} : { fast_damaged: true }),
      ...(isLost ? { damaged: true } : {}),
    }
  }
  if (collection === 'paper_versions' && isBody(body['content'])) {
    const isLost = lost.has(keyOf(String(body['paper']), Number(body['number'])))
    return {
      ...body,
      content: { ...withoutMade(body['content']), ...(isLost ? { damaged: true } : {}) },
    }
  }
  return body
}

function withoutMade({
  fast: _fast,
  fast_damaged: _copy,
  damaged: _damaged,
  text: _text,
  text_sha256: _hash,
  picture: _picture,
  first_page: _page,
  ...rest
}: Body): Body {
  return rest
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null
}

function keyOf(document: string, version: number): string {
  return JSON.stringify([document, version])
}
