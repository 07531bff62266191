import { AuditBreak } from '../../platform/audit/audit-collections.ts'
import { verifyAudit } from '../../platform/audit/verify-audit.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey, noteImported } from '../documents/documents-feature.ts'
import { adminCollection, adminsDocument } from '../../platform/identity/designated-admins.ts'
import { rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import {
  type ExportedCollection,
  exportedCollectionNames,
  laterDataFiles,
  exportedCollections,
} from './exported-collections.ts'
import { ImportError, importCollection, importId } from './unfinished-import.ts'
import { type Archive, openArchive } from './open-archive.ts'

import { verifyRecords, type ArchiveRecords } from './verify-records.ts'
import { accountsPageName, usersName } from './accounts-page.ts'
import { auditTitleOf } from './audit-page.ts'
import { paperVersionKey, safeName } from './paper-names.ts'

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
    const missing = compareArchive(manifest, records)
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
      incomplete: missing,
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
  const stored = await importCollection.in(store).get(importId)
  if (stored?.manifest === sha256) return true
  if (stored) {
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
  text_version: _textVersion,
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

/** Files that every archive has besides its data files. */
const always = [usersName, 'directory.csv', 'index.html']

/**
 * Compares an archive's records, its manifest and its files with each other, in both directions. Throws an
 * `ImportError` unless they fit. Returns what the archive lacks although they do: papers and images that the exporting
 * portal had lost, and an audit.
 */
function compareArchive(manifest: ArchiveManifest, records: ArchiveRecords): string[] {
  const papers = comparePapers(manifest, records)
  const images = compareImages(manifest, records)
  compareOthers(manifest, records)
  const audit = records.count.audit === 0 ? ['the audit: the archive has no entry of it'] : []
  return [...papers, ...images, ...audit]
}

function comparePapers({ files, papers }: ArchiveManifest, records: ArchiveRecords): string[] {
  const versions = records.papers.flatMap((paper) => paper.versions)
  const recorded = new Map(
    versions.map((version) => [paperVersionKey(version.paper, version.number), version]),
  )
  const filed = new Set<string>()
  const lost: string[] = []
  for (const { document, version, sha256, state, file } of papers) {
    const key = paperVersionKey(document, version)
    const record = recorded.get(key)
    const name = `${document}, version ${version}`
    if (!record) throw damaged(`its manifest names ${name}, which its records don’t have`)
    recorded.delete(key)
    const isLost = state === 'missing' || state === 'damaged'
    const isStored = record.state === 'stored'
    const fits = isStored ? isLost || state === 'stored' : state === record.state
    if (record.sha256 !== sha256 || !fits)
      throw damaged(`its manifest and records differ about ${name}`)
    if ((file !== undefined) !== (state === 'stored'))
      throw incomplete(`the file of ${name} is missing`)
    if (file !== undefined && (filed.has(file) || !file.startsWith('papers/'))) {
      throw damaged(`${file} is not the file of ${name}`)
    }
    if (file !== undefined) filed.add(file)
    if (isLost) lost.push(name)
  }
  const [unnamed] = recorded.values()
  if (unnamed) {
    throw incomplete(`its manifest doesn’t name ${unnamed.paper}, version ${unnamed.number}`)
  }
  const extra = files.find(({ name }) => name.startsWith('papers/') && !filed.has(name))
  if (extra) throw damaged(`${extra.name} is the file of no paper`)
  return lost
}

function compareImages({ files }: ArchiveManifest, { images }: ArchiveRecords): string[] {
  const kinds = new Set<string>()
  for (const { name, sha256 } of files) {
    if (!name.startsWith('images/')) continue
    const [, hash] = /^images\/([0-9a-f]{64})(?:\.[a-z]{3,4})?$/.exec(name) ?? []
    if (hash !== sha256 || !images.has(hash))
      throw damaged(`${name} is an image that nothing shows`)
    kinds.add(hash)
  }
  return [...images].filter((hash) => !kinds.has(hash)).map((hash) => `image ${hash}`)
}

function compareOthers({ files }: ArchiveManifest, { agendas }: ArchiveRecords): void {
  const names = new Set(files.map(({ name }) => name))
  const readable = [...agendas].flatMap((id) => {
    const name = `agendas/${safeName(id)}`
    return [`${name}.html`, `${name}.json`]
  })
  const missing = [...always, ...readable].find((name) => !names.has(name))
  if (missing !== undefined) throw incomplete(`${missing} is missing`)
  const dataFiles = exportedCollectionNames.map((name) => exportedCollections[name])
  // Archives of earlier releases have no pages of the accounts and the audit.
  const known = new Set<string>([...always, ...readable, ...dataFiles, accountsPageName])
  const isKnown = (name: string) =>
    known.has(name) || auditTitleOf(name) !== undefined || /^(papers|images)\//.test(name)
  const extra = [...names].find((name) => !isKnown(name))
  if (extra !== undefined) {
    throw new ImportError(`This release doesn’t know the archive’s file ${extra}: use a newer one.`)
  }
}

function damaged(reason: string): ImportError {
  return new ImportError(`The archive is damaged: ${reason}.`)
}

function incomplete(reason: string): ImportError {
  return new ImportError(`The archive is incomplete: ${reason}.`)
}
