import { imageHash } from '@portal/contract/images'
import * as z from 'zod/mini'
import { AuditBreak } from '../audit/audit-break.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import type { BlobStore } from '../documents/blob-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { noteImported } from '../documents/versions/unmade-versions-service.ts'
import {
  adminCollection,
  adminsDocument,
  storedDesignatedAdmins,
} from '../identity/designated-admins.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { bodyOf } from '../store/stored-body.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import {
  type ExportedCollection,
  collectionsIn,
  exportedCollectionNames,
  exportedCollections,
} from './exported-collections.ts'
import { ImportError } from './import-error.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { storedLines } from './planned-files.ts'
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
  /** Papers without a file in the archive, because it was damaged or missing in the exporting portal. */
  withoutFile: string[]
}

/** `clock` must be the store's clock: it is set so that records keep their change times. */
export type ImportPorts = { store: DocumentStore; blobs: BlobStore; clock: { at: Date } }

/**
 * Restores an archive into an empty portal. The whole archive is verified before anything is stored. Importing the same
 * archive again continues an interrupted import.
 */
export async function importArchive(path: string, ports: ImportPorts): Promise<Imported> {
  const archive = await openArchive(path)
  try {
    const { manifest } = archive
    await verifyRecords(archive)
    const isContinued = await claim(ports.store, manifest)
    await copyFiles(archive, ports.blobs)
    for (const collection of collectionsIn(manifest.files)) {
      await importCollectionOf(archive, ports, { collection, isContinued })
    }
    await verifyAudit(ports.store)
    await ports.store.delete(importCollection, importId)
    const { foundation, startedAt, papers } = manifest
    const list = await ports.store.get(adminCollection, adminsDocument)
    const { data } = z.safeParse(storedDesignatedAdmins, list)
    const lost = papers.filter(({ state }) => state === 'damaged' || state === 'missing')
    return {
      foundation,
      startedAt,
      papers: papers.filter(({ file }) => file !== undefined).length,
      admins: data?.designatedAdmins ?? [],
      withoutFile: lost.map(({ document, version }) => `${document}, version ${version}`),
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
async function claim(store: DocumentStore, manifest: ArchiveManifest): Promise<boolean> {
  const { startedAt, foundation } = manifest
  const found = await store.get(importCollection, importId)
  if (found?.['startedAt'] === startedAt && found['foundation'] === foundation) return true
  for (const collection of [...exportedCollectionNames, ...others, importCollection]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    const { documents } = await store.list(collection, { limit: 1 })
    if (documents.length === 0) continue
    throw new ImportError(
      'This portal isn’t empty: use a new data folder, or a new database and bucket, and start no portal on it before.',
    )
  }
  await store.create(importCollection, importId, { startedAt, foundation })
  return false
}

async function copyFiles({ manifest, bytes }: Archive, blobs: BlobStore): Promise<void> {
  const copied = new Set<string>()
  for (const { file, sha256 } of manifest.papers) {
    if (file === undefined || copied.has(sha256)) continue
    copied.add(sha256)
    await blobs.put(originalKey(sha256), await bytes(file))
  }
  for (const { name, sha256 } of manifest.files) {
    const isImage = name.startsWith('images/') && imageHash(`/api/images/${sha256}`) !== undefined
    if (isImage) await blobs.put(`images/${sha256}`, await bytes(name))
  }
}

async function importCollectionOf(
  { manifest, bytes }: Archive,
  { store, clock }: ImportPorts,
  { collection, isContinued }: { collection: ExportedCollection; isContinued: boolean },
): Promise<void> {
  const lost = new Set(
    manifest.papers.flatMap(({ document, version, state }) =>
      state === 'damaged' || state === 'missing' ? [keyOf(document, version)] : [],
    ),
  )
  for await (const line of storedLines(await bytes(exportedCollections[collection]))) {
    const id = String(line['id'])
    const revision = Number(line['revision'])
    if (isContinued && (await store.get(collection, id))) continue
    const stored = { ...line, id, revision, updatedAt: String(line['updatedAt']) }
    const body = imported(collection, { id, ...bodyOf(stored) }, lost)
    clock.at = new Date(stored.updatedAt)
    await store.create(collection, id, body, revision)
    if (collection === 'paper_versions') await noteImported(store, id)
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
