import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import {
  putVersion,
  readVersion,
  type StoredVersion,
  versionId,
  versionsCollection,
} from './stored-version.ts'
import {
  hasOutdatedText,
  type Made,
  madeOf,
  type MadeOrOpened,
  withMade,
} from '../synced-documents-service.ts'
import { keepVersionPicture } from './version-pictures.ts'

/** Names the earlier versions that lack their text or picture, or whose text is outdated, so that they are found without reading all. */
const incompleteCollection = defineCollection(
  'unmade_versions',
  z.object({ paper: z.string(), number: z.number() }),
)

/** An earlier version, in the form in which the makers of texts and pictures take a paper. */
export type IncompleteVersion = Made & {
  id: string
  sha256: string
  mime_type: string
  paper: string
  number: number
}

/** Whether a version lacks its text or its picture, or its text is outdated. */
export function isIncomplete({ content }: StoredVersion): boolean {
  if (content?.mime_type !== 'application/pdf') return false
  return content.text === undefined || hasOutdatedText(content) || content.picture === undefined
}

/** Records in a transaction that a version is incomplete, if it is. */
export async function recordIncomplete(
  transaction: StoreOperations,
  version: StoredVersion,
): Promise<void> {
  if (!isIncomplete(version)) return
  const { paper, number } = version
  const id = versionId(paper, number)
  const unmade = incompleteCollection.in(transaction)
  if (!(await unmade.get(id))) await unmade.create(id, { paper, number })
}

/** Records that an imported version lacks its derived files. */
export async function noteImported(store: DocumentStore, id: string): Promise<void> {
  const version = await versionsCollection.in(store).find(id)
  if (version) await store.transaction((transaction) => recordIncomplete(transaction, version))
}

export async function incompleteVersions(store: DocumentStore): Promise<IncompleteVersion[]> {
  const unmade = incompleteCollection.in(store)
  const { documents } = await unmade.list()
  const versions: IncompleteVersion[] = []
  for (const { id } of documents) {
    const version = await versionsCollection.in(store).find(id)
    const { paper = '', number = 0, sha256 = '', content } = version ?? {}
    if (!content) await unmade.delete(id)
    else
      versions.push({ ...madeOf(content), mime_type: content.mime_type, id, paper, number, sha256 })
  }
  return versions
}

/** Records the files made from an earlier version, in a transaction; returns false if the version is gone. */
export async function noteVersionMade(
  transaction: StoreOperations,
  { id, paper, number }: IncompleteVersion,
  made: MadeOrOpened,
): Promise<boolean> {
  const record = await readVersion(transaction, paper, number)
  await incompleteCollection.in(transaction).delete(id)
  if (!record?.content) return false
  const content = withMade(record.content, made)
  await putVersion(transaction, { ...record, content })
  await keepVersionPicture(transaction, record.sha256, content.first_page)
  await recordIncomplete(transaction, { ...record, content })
  return true
}
