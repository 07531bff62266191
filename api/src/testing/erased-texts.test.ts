import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveMapping } from '@portal/contract/mappings'
import { eraseNotes, saveNotes } from '@portal/contract/notes'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { withdrawVersion } from '@portal/contract/paper-versions'
import { deleteExport } from '@portal/contract/portal-exports'
import { deleteUser } from '@portal/contract/users'
import { expect, it } from 'vitest'
import { makeBackup } from '../../commands/backup/make-backup.ts'
import { filesIn } from '../../commands/backup/manifest.ts'
import { folderBlobStore } from '../adapters/folder/folder-blob-store.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import type { StoredBook } from '../features/board-book/book.ts'
import { booksCollection, bookFileKey, recordId } from '../features/board-book/stored-books.ts'
import { savedNote, saveOf } from '../features/notes/notes-fixture.ts'
import { textKey } from '../features/documents/synced-documents-service.ts'
import { exported, storedTexts } from '../features/portal-exports/exports-fixture.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { testApi, type TestApi, testPeople, uidOf } from './test-api.ts'

const secrets = Array.from({ length: 20 }, (_, at) => `SECRET-${String(at).padStart(2, '0')}.`)

/** Which of the secrets are in any file below a folder. */
async function foundBelow(folder: string): Promise<string[]> {
  const files = await filesIn(folder)
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))))
  return secrets.filter((secret) => contents.some((content) => content.includes(secret)))
}

async function write(
  api: TestApi,
  as: 'member' | 'staff',
  { documentId, texts }: { documentId: string; texts: readonly string[] },
): Promise<void> {
  const notes = texts.map((text, at) => savedNote(at, { text, createdAt: '2026-10-01T09:00:00Z' }))
  await api.call(as)(saveNotes, { body: { ...saveOf(), documentId, notes } })
}

/** A member's own book, as its maker leaves it. */
async function ownBook({ ports }: TestApi, uid: string, text: string): Promise<void> {
  const key = { meeting: { year: 2026, quarter: 4 }, options: { notes: true, changes: false }, uid }
  const { meeting, ...rest } = key
  const made = { madeAt: '2026-10-01T09:00:00.000Z', size: 1, sha256: 'a'.repeat(64), pages: 1 }
  const contents = { parts: [], papers: [], head: 0, tail: 0, title: text, hasAgenda: false }
  const book: StoredBook = { id: `book-${uid}`, ...made, ...contents }
  await ports.store.create(booksCollection.name, recordId(key), {
    ...meeting,
    ...rest,
    last: 1,
    books: [book],
  })
  await ports.blobs.put(bookFileKey(book.id), Buffer.from(text))
}

it('leaves nothing of what people erase in the data folder, nor in a backup made afterwards', async () => {
  const dataFolder = temporaryFolder()
  mkdirSync(join(dataFolder, 'blobs'))
  const store = openSqliteStore({ path: join(dataFolder, 'portal.sqlite'), erasureDelay: 20 })
  let clock = new Date('2026-10-01T12:00:00Z')
  const now = () => (clock = new Date(clock.getTime() + 1))
  const blobs = folderBlobStore(join(dataFolder, 'blobs'))
  const api = await testApi({ ports: { store, blobs }, now })
  const admin = api.call('admin')
  const texts = (from: number, to: number) => secrets.slice(from, to)

  const paper = `${secrets[0]} of the paper`
  await storedTexts(api, 'budget', paper, 'The corrected paper')
  const sha256 = createHash('sha256').update(paper).digest('hex')
  await blobs.put(textKey(sha256), Buffer.from(JSON.stringify([secrets[1]])))
  for (const id of ['minutes', 'docket']) await api.putPaper(id)
  await store.create('agendas', '2026-Q4', { status: 'published', date: '2026-10-15' })
  const params = { id: 'meeting-2026-q4-consent-agenda' }
  await admin(saveMapping, { params, body: { documentId: 'docket' }, revision: 'new' })

  // Notes that their owner erases, that the rule destroys, with quotations of a version, and of a deleted account.
  await write(api, 'staff', { documentId: 'minutes', texts: texts(2, 8) })
  await write(api, 'member', { documentId: 'docket', texts: texts(8, 12) })
  const quoting = savedNote(1)
  quoting.target.selector = [
    quoting.target.selector[0]!,
    {
      type: 'TextQuoteSelector',
      exact: secrets[12]!,
      prefix: secrets[13]!,
      suffix: secrets[14]!,
    },
  ]
  await api.call('admin')(saveNotes, { body: { ...saveOf(), notes: [quoting] } })
  await ownBook(api, uidOf(testPeople.member), secrets[15]!)
  await ownBook(api, uidOf(testPeople.staff), secrets[16]!)
  await write(api, 'member', { documentId: 'minutes', texts: texts(17, 20) })
  const { id } = await exported(api)
  expect((await foundBelow(dataFolder)).length).toBe(secrets.length)

  await api.call('staff')(eraseNotes)
  await admin(saveNotesPolicy, { body: { days: 30, holds: [] }, revision: 'new' })
  clock = new Date('2026-12-01T12:00:00Z')
  await api.features.notes.destruction.run()
  await api.call('admin')(deleteExport, { params: { id } })
  await api.call('admin')(withdrawVersion, {
    params: { id: 'budget', number: 1 },
    body: { reason: 'Sent by mistake', withQuotations: true },
  })
  await api.call('admin')(deleteUser, { params: { uid: uidOf(testPeople.member) } })

  await expect.poll(() => foundBelow(dataFolder)).toEqual([])
  const backup = join(temporaryFolder(), 'backup')
  await makeBackup({ dataFolder, target: backup })
  expect(await foundBelow(backup)).toEqual([])
  await api.close()
})
