import { randomUUID } from 'node:crypto'
import {
  getDocument,
  getDocumentContent,
  getDocumentText,
  listDocuments,
} from '@portal/contract/documents'
import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import {
  cancelUpload,
  completeUpload,
  startUpload,
  uploadLimits,
  uploadPart,
} from '@portal/contract/uploads'
import { expect, it, onTestFinished } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { collected, driveFolder, samplePdf } from '../sync/sync-fixtures.ts'
import { testApi, type TestApiOptions } from '../../testing/test-api.ts'
import { partsOf, sha256Of, startOf, upload, type UploadedFile } from './upload-fixture.ts'

async function open(options: TestApiOptions = {}) {
  const api = await testApi(options)
  onTestFinished(() => api.close())
  const call = api.call('admin')
  return {
    ...api,
    admin: call,
    send: (file: UploadedFile, id?: string) => upload(call, file, id),
    documents: () => call(listDocuments),
    blobKeys: (prefix: string) => collected(api.ports.blobs.keys(prefix)),
    audited: async (what: string) =>
      (await api.ports.store.list('audit', { where: { what } })).documents,
  }
}

const text = (name: string, words = 'notes'): UploadedFile => ({
  name,
  bytes: new Uint8Array(Buffer.from(words)),
})
const pdf = async (name: string, words = name): Promise<UploadedFile> => ({
  name,
  bytes: new Uint8Array(await samplePdf({ pages: 2, text: words })),
})

it('stores an uploaded PDF as a document with its pages, text and first page', async () => {
  const api = await open()
  const file = { ...(await pdf('Cash Flow.pdf', 'Cash')), folder: 'Board/2027 Q1' }
  const { outcome, document } = await api.send(file)
  expect(outcome).toBe('stored')
  expect(document).toMatchObject({
    source: 'upload',
    title: 'Cash Flow',
    path: 'Uploaded/Board/2027 Q1',
    parent_folder: '2027 Q1',
    mime_type: 'application/pdf',
    modified_time: '2026-11-01T09:00:00.000Z',
    pages: 2,
    condition: 'ready',
  })
  await api.features.sync.idle()
  const params = { id: document.id }
  expect((await api.admin(getDocumentText, { params })).pages[0]).toContain('Cash, page 1')
  await expect.poll(async () => (await api.admin(getDocument, { params })).first_page).toBeDefined()
  const admin = { authorization: `Bearer ${await api.tokenOf('admin')}` }
  const content = await api.request(getDocumentContent.path.replace('{id}', document.id), {
    headers: admin,
  })
  expect(content.headers.get('content-disposition')).toContain('Cash Flow.pdf')
  expect(sha256Of(new Uint8Array(await content.arrayBuffer()))).toBe(sha256Of(file.bytes))
  expect(await api.blobKeys('uploads/')).toEqual([])
  expect(await api.audited('paper uploaded')).toMatchObject([
    { subject: document.id, after: { name: 'Cash Flow.pdf', folder: 'Uploaded/Board/2027 Q1' } },
  ])
})

it('marks broken and encrypted PDFs as a sync does', async () => {
  const api = await open()
  const broken = await api.send(text('Broken.pdf', '%PDF-1.7 and no more'))
  const locked = new Uint8Array(await samplePdf({ userPassword: 'secret' }))
  const encrypted = await api.send({ name: 'Locked.pdf', bytes: locked })
  expect([broken, encrypted].map(({ document }) => document.condition)).toEqual([
    'broken',
    'encrypted',
  ])
})

it('continues an upload with the parts that haven’t arrived, at another instance', async () => {
  const blobs = memoryBlobStore()
  const first = await open({ ports: { blobs } })
  const { store } = first.ports
  const second = await open({ ports: { blobs, store } })
  const bytes = new Uint8Array(uploadLimits.part + 10).fill(97)
  const file = { name: 'Long.txt', bytes }
  const [start, end] = partsOf(bytes)
  const id = randomUUID()
  const begun = await first.admin(startUpload, { params: { id }, body: startOf(file) })
  expect(begun).toEqual({ partSize: uploadLimits.part, parts: [] })
  const last = { id, part: 1, sha256: sha256Of(end!) }
  await second.admin(uploadPart, { params: last, upload: end! })
  const again = await first.admin(startUpload, { params: { id }, body: startOf(file) })
  expect(again.parts).toEqual([{ part: 1, sha256: last.sha256 }])
  const parts = [sha256Of(start!), last.sha256]
  const early = second.admin(completeUpload, { params: { id }, body: { parts } })
  await expect(early).rejects.toMatchObject({ status: 409, message: /have not arrived/ })
  const { document } = await upload(second.admin, file, id)
  expect(document.size).toBe(bytes.length)
})

it('makes one document of a file that is dropped twice and of a completion sent twice', async () => {
  const api = await open()
  const file = await pdf('Agenda.pdf')
  const id = randomUUID()
  const outcomes = await Promise.all([api.send(file, id), api.send(file)])
  const body = { parts: partsOf(file.bytes).map(sha256Of) }
  const repeated = await api.admin(completeUpload, { params: { id }, body })
  expect(repeated).toEqual(outcomes[0])
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['same', 'stored'])
  expect(await api.documents()).toHaveLength(1)
  expect(await api.audited('paper uploaded')).toHaveLength(1)
})

it('keeps papers of one name that differ, and says so', async () => {
  const api = await open()
  const first = await api.send(text('Notes.txt', 'one'))
  await expect.poll(api.documents).toHaveLength(1)
  const second = await api.send(text('Notes.txt', 'two'))
  expect([first.outcome, second.outcome]).toEqual(['stored', 'sameName'])
  await expect.poll(api.documents).toHaveLength(2)
})

it('survives syncs, which keep a synced paper of the same name separate', async () => {
  const drive = driveFolder()
  onTestFinished(() => drive.remove())
  const api = await open({ driveFolder: drive.folder })
  const { document } = await api.send({ ...text('Notes.txt', 'uploaded'), folder: 'Q1' })
  const sync = async () => {
    await api.features.sync.start()
    await api.features.sync.idle()
    return (await api.documents()).map(({ id, size }) => [id === document.id, size])
  }
  drive.put('Q1/Notes.txt', 'synced')
  expect(await sync()).toEqual(
    expect.arrayContaining([
      [true, 8],
      [false, 6],
    ]),
  )
  drive.lose('Q1/Notes.txt')
  drive.put('Other.txt', 'another')
  await sync()
  // A full listing names no uploaded paper either.
  const cursor = (await api.ports.store.get('sync', 'cursor'))!
  await api.ports.store.delete('sync', 'cursor', cursor.revision)
  expect(await sync()).toEqual(expect.arrayContaining([[true, 8]]))
  expect(await api.blobKeys('originals/')).toContain(originalKey(sha256Of(Buffer.from('uploaded'))))
})

it('repairs a damaged paper when it is uploaded again', async () => {
  const api = await open()
  const file = text('Notes.txt')
  const { document } = await api.send(file)
  const key = originalKey(sha256Of(file.bytes))
  await api.ports.blobs.put(key, new Uint8Array(5))
  await api.features.scrub.run()
  const params = { id: document.id }
  await expect.poll(async () => (await api.admin(getDocument, { params })).damaged).toBe(true)
  expect(await api.send(file)).toMatchObject({ outcome: 'stored', document: { id: document.id } })
  expect(await api.admin(getDocument, { params })).not.toHaveProperty('damaged')
  expect(await api.audited('paper repaired')).toHaveLength(1)
  expect(await new Response(await api.ports.blobs.read(key)).text()).toBe('notes')
})

it.each([
  ['Archive.zip', 5, 415, /^“Archive\.zip” can’t be stored: the portal takes PDF, Word/],
  ['~$Minutes.docx', 5, 415, /can’t be stored/],
  ['Big.pdf', uploadLimits.file + 1, 413, /^“Big\.pdf” is over 200 MB/],
  ['Empty.pdf', 0, 422, /^“Empty\.pdf” is empty\.$/],
])('refuses %s of %i bytes with %i', async (name, size, status, message) => {
  const api = await open()
  const body = { name, folder: '', size, modified: '2026-11-01T09:00:00Z' }
  const started = api.admin(startUpload, { params: { id: randomUUID() }, body })
  await expect(started).rejects.toMatchObject({ status, message: expect.stringMatching(message) })
})

it.each([
  [
    'Budget.pdf',
    Buffer.from('<html>'),
    415,
    '“Budget.pdf” isn’t a .pdf file, although its name says so.',
  ],
  [
    'Picture.png',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    415,
    '“Picture.png” isn’t a .png file, although its name says so.',
  ],
  [
    'Sheet.xlsx',
    Buffer.from('%PDF-'),
    415,
    '“Sheet.xlsx” isn’t a .xlsx file, although its name says so.',
  ],
  [
    'Notes.txt',
    Buffer.from([1, 0, 2]),
    415,
    '“Notes.txt” isn’t a .txt file, although its name says so.',
  ],
])('refuses %s with the content of another type', async (name, content, status, message) => {
  const api = await open()
  const sent = api.send({ name, bytes: new Uint8Array(content) })
  await expect(sent).rejects.toMatchObject({ status, message })
  expect(await api.blobKeys('uploads/')).toEqual([])
})

it('refuses a part of another size or hash than announced, and keeps nothing of it', async () => {
  const api = await open()
  const file = text('Notes.txt')
  const id = randomUUID()
  await api.admin(startUpload, { params: { id }, body: startOf(file) })
  const send = (bytes: string, part = 0, sha256 = sha256Of(Buffer.from(bytes))) =>
    api.admin(uploadPart, {
      params: { id, part, sha256 },
      upload: new Uint8Array(Buffer.from(bytes)),
    })
  await expect(send('note')).rejects.toMatchObject({
    status: 422,
    message: 'A part of “Notes.txt” has 4 bytes instead of 5. Please try again.',
  })
  await expect(send('notes', 0, '0'.repeat(64))).rejects.toMatchObject({
    status: 422,
    message: 'A part of “Notes.txt” arrived damaged. Please try again.',
  })
  await expect(send('notes', 1)).rejects.toMatchObject({ status: 422 })
  expect(await api.blobKeys('uploads/')).toEqual([])
})

it('keeps one part of each number, the one that arrived last', async () => {
  const api = await open()
  const id = randomUUID()
  const params = { id, part: 0 }
  await api.admin(startUpload, { params: { id }, body: startOf(text('Notes.txt')) })
  for (const words of ['first', 'other', 'notes']) {
    const bytes = new Uint8Array(Buffer.from(words))
    await api.admin(uploadPart, { params: { ...params, sha256: sha256Of(bytes) }, upload: bytes })
  }
  expect(await api.blobKeys('uploads/')).toHaveLength(1)
  const parts = [sha256Of(Buffer.from('notes'))]
  await expect(api.admin(completeUpload, { params: { id }, body: { parts } })).resolves.toBeTruthy()
})

it('removes invisible characters from the names of files and folders, and composes their letters', async () => {
  const api = await open()
  await api.send({ ...text('Re\u0301sume\u0301\u202efdp.txt'), folder: 'Board\u200f/Q4\u0007' })
  const documents = await api.documents()
  expect(documents).toMatchObject([
    { name: 'Résuméfdp.txt', path: expect.stringMatching(/Board\/Q4$/) },
  ])
  const hidden = api.send({ ...text('Notes.txt'), folder: 'Board/..' })
  await expect(hidden).rejects.toMatchObject({ status: 400 })
})

it('keeps an upload to the admin who began it, and an id to one file', async () => {
  const api = await open()
  const params = { id: randomUUID() }
  const body = startOf(text('Notes.txt'))
  await api.admin(startUpload, { params, body })
  const other = api.admin(startUpload, { params, body: { ...body, name: 'Other.txt' } })
  await expect(other).rejects.toMatchObject({ status: 409 })
  const gone = api.admin(completeUpload, { params: { id: randomUUID() }, body: { parts: [] } })
  await expect(gone).rejects.toMatchObject({
    status: 404,
    message: 'This upload has ended. Please upload the file again.',
  })
})

it('deletes the parts of a canceled upload, and cancels twice', async () => {
  const api = await open()
  const file = text('Notes.txt')
  const params = { id: randomUUID() }
  await api.admin(startUpload, { params, body: startOf(file) })
  const part = { ...params, part: 0, sha256: sha256Of(file.bytes) }
  await api.admin(uploadPart, { params: part, upload: file.bytes })
  await api.admin(cancelUpload, { params })
  await api.admin(cancelUpload, { params })
  expect(await api.blobKeys('')).toEqual([])
  expect(await api.documents()).toEqual([])
})

it('deletes unfinished uploads after seven days, and parts that belong to none', async () => {
  let at = Date.parse('2026-11-01T09:00:00Z')
  const api = await open({ now: () => new Date(at) })
  const file = text('Notes.txt')
  const params = { id: randomUUID() }
  await api.admin(startUpload, { params, body: startOf(file) })
  const part = { ...params, part: 0, sha256: sha256Of(file.bytes) }
  await api.admin(uploadPart, { params: part, upload: file.bytes })
  await api.ports.blobs.put(`uploads/${randomUUID()}/0-${part.sha256}`, file.bytes)
  at += 6 * 86_400_000
  expect(await api.features.uploads.expiry.collect()).toEqual({ uploads: 0, parts: 1 })
  at += 2 * 86_400_000
  expect(await api.features.uploads.expiry.collect()).toEqual({ uploads: 1, parts: 1 })
  expect(await api.blobKeys('')).toEqual([])
})

it('stores an upload as a new version of an uploaded paper, which keeps its place and name', async () => {
  const api = await open()
  const { document } = await api.send({ ...text('Budget.txt', 'first'), folder: 'Board' })
  const next = { ...text('Budget final.txt', 'second'), replaces: document.id }
  const { outcome, document: after } = await api.send(next)
  expect(outcome).toBe('newVersion')
  const { name, path, title } = document
  expect(after).toMatchObject({ id: document.id, name, path, title, size: 6, version: 2 })
  expect(await api.documents()).toHaveLength(1)
  const params = { id: document.id }
  const { versions } = await api.admin(listVersions, { params, query: {} })
  expect(versions.map((version) => version.name)).toEqual(['Budget final.txt', 'Budget.txt'])
  expect(await api.audited('paper version added')).toMatchObject([
    { subject: document.id, after: { name: 'Budget.txt', version: 2, file: 'Budget final.txt' } },
  ])
  expect(await api.send(next)).toMatchObject({ outcome: 'same', document: { version: 2 } })
  // The paper has other bytes by now, so the first ones are a paper of their own again.
  const again = await api.send({ ...text('Budget.txt', 'first'), folder: 'Board' })
  expect(again.document.id).not.toBe(document.id)
})

it('refuses a new version of a paper from the drive, of another kind, or without bytes', async () => {
  const files = driveFolder()
  onTestFinished(files.remove)
  files.put('Drive.txt', 'drive')
  const api = await open({ driveFolder: files.folder })
  await api.features.sync.start()
  await api.features.sync.ended()
  const [drive] = await api.documents()
  const refused = (replaces: string, name = 'New.txt') =>
    api.send({ ...text(name), replaces }).then(
      () => 'stored',
      (error: unknown) => (error as Error).message,
    )
  expect(await refused(drive!.id)).toBe(
    '“Drive.txt” comes from the drive. Replace its file there, then sync the drive.',
  )
  expect(await refused('unknown')).toBe('Document not found: unknown')
  const { document } = await api.send(text('Own.txt', 'own'))
  expect(await refused(document.id, 'New.csv')).toBe(
    '“New.csv” isn’t the kind of file that “Own.txt” is. Upload it as a paper of its own.',
  )
})

it('refuses bytes that were withdrawn from the paper', async () => {
  const api = await open()
  const { document } = await api.send(text('Own.txt', 'secret'))
  const params = { id: document.id, number: 1 }
  await api.admin(withdrawVersion, { params, body: { reason: 'It named a person' } })
  const gone = {
    code: 'gone',
    message: '“Own.txt” was withdrawn from this paper, so it isn’t stored: It named a person',
  }
  await expect(api.send(text('Own.txt', 'secret'))).rejects.toMatchObject(gone)
  const replacing = { ...text('Own.txt', 'secret'), replaces: document.id }
  await expect(api.send(replacing)).rejects.toMatchObject(gone)
  const { outcome } = await api.send({ ...replacing, ...text('Own.txt', 'better') })
  expect(outcome).toBe('newVersion')
})
