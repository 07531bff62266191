import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { ListQuery, Stored, StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import type { SyncedDocument } from '../synced-documents-service.ts'
import { storedDocument } from '../stored-document.ts'

const { shape } = storedDocument

/** What a version's bytes are and what was made from them, as a document has it. */
export const versionContent = z.object({
  name: shape.name,
  mime_type: shape.mime_type,
  size: shape.size,
  condition: shape.condition,
  too_large: shape.too_large,
  pages: shape.pages,
  damaged: shape.damaged,
  fast: shape.fast,
  text: shape.text,
  text_sha256: shape.text_sha256,
  text_version: shape.text_version,
  picture: shape.picture,
  first_page: shape.first_page,
})
export type VersionContent = z.infer<typeof versionContent>

export const withdrawal = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An e-mail address. */
  by: z.string(),
  reason: z.string(),
})
export type Withdrawal = z.infer<typeof withdrawal>

/**
 * A version of a paper. While it is the one that members read, its document has what was made from it, because that is
 * what changes; it is copied here when another version takes its place.
 */
export const storedVersion = z.object({
  /** The document's id. */
  paper: z.string(),
  number: z.number(),
  /** Of the original bytes, in hex. */
  sha256: z.string(),
  /** Absent for a version from before versions were kept. */
  arrived_at: z.optional(z.string()),
  modified_time: z.string(),
  /** Absent once the version is withdrawn or has expired. */
  content: z.optional(versionContent),
  withdrawn: z.optional(withdrawal),
})
export type StoredVersion = z.infer<typeof storedVersion>
export const versionsCollection = defineCollection('paper_versions', storedVersion)

/**
 * Versions of one paper follow each other by id, so that they are listed without an index: Firestore has one for ids.
 * The hash keeps any paper's id from being the beginning of another one's.
 */
export function versionId(paper: string, number: number): string {
  return `${prefixOf(paper)}-${String(number).padStart(6, '0')}`
}

function prefixOf(paper: string): string {
  return createHash('sha256').update(paper).digest('hex').slice(0, 32)
}

export async function readVersion(
  store: StoreOperations,
  paper: string,
  number: number,
): Promise<StoredVersion | undefined> {
  return asVersion(await versionsCollection.raw(store).get(versionId(paper, number)))
}

/** The versions of a paper below a number, newest first. */
export async function versionsBefore(
  store: StoreOperations,
  paper: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<StoredVersion[]> {
  const query: ListQuery = {
    orderBy: 'id',
    descending: true,
    from: versionId(paper, 0),
    to: before === undefined ? `${prefixOf(paper)}.` : versionId(paper, before),
    limit,
  }
  const { documents } = await versionsCollection.raw(store).list(query)
  return documents.flatMap((document) => asVersion(document) ?? [])
}

export async function newestVersion(
  store: StoreOperations,
  paper: string,
): Promise<StoredVersion | undefined> {
  return (await versionsBefore(store, paper, { limit: 1 }))[0]
}

/** Creates or replaces a version in a transaction. */
export async function putVersion(
  transaction: StoreOperations,
  version: StoredVersion,
): Promise<void> {
  const id = versionId(version.paper, version.number)
  const stored = versionsCollection.raw(transaction)
  await stored.put(id, version, await stored.get(id))
}

export function asVersion(stored: Stored<Record<string, unknown>> | undefined) {
  return stored && z.safeParse(storedVersion, bodyOf(stored)).data
}

/** The part of a document that describes its bytes. */
export function contentOf(document: SyncedDocument): VersionContent {
  return z.parse(versionContent, document)
}
