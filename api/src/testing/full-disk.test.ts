import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { getBoardBook, getBoardBookFile, makeBoardBook } from '../../contract/src/board-books.ts'
import { createCall } from '@portal/remote-kit/client'
import { getDocumentContent, listDocuments } from '../../contract/src/documents.ts'
import { pathOf } from '../../domain/src/path-of.ts'
import { getMapping, saveMapping } from '../../contract/src/mappings.ts'
import { getNotes, saveNotes } from '../../contract/src/notes.ts'
import { listVersions } from '../../contract/src/paper-versions.ts'
import { getSyncStatus, triggerSync } from '../../contract/src/sync.ts'
import { savedNote, saveOf } from '../features/notes/notes-fixture.ts'
import { loggedUrl, start, startHere } from './start-portal-fixture.ts'
import { driveFolder, pdfWithContent } from '../features/sync/sync-fixtures.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { testPeople, unsignedToken } from './test-api.ts'

/** A disk of 64 MB; undefined if this user may not mount one. */
function mountDisk(): string | undefined {
  const folder = temporaryFolder()
  const mount = ['-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'tmpfs', folder]
  if (spawnSync('mount', mount).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills the disk to its last byte. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      const bytes = Buffer.alloc(size)
      try {
        for (;;) if (writeSync(handle, bytes) === 0) break
      } catch {
        // Full for pieces of this size.
      }
    }
  } finally {
    closeSync(handle)
  }
}

const tokenNow = () => unsignedToken(testPeople.admin, 'demo-board-portal', new Date())
const callOf = (baseUrl: string) => createCall({ baseUrl, token: async () => tokenNow() })

/** A portal on this disk, with one paper in its drive. */
async function startWithPaper(disk: string, name: string, content: string | Uint8Array) {
  const dataFolder = join(disk, 'data')
  mkdirSync(dataFolder)
  const files = driveFolder()
  onTestFinished(files.remove)
  files.put(name, content, 600)
  const portal = await startHere({ DATA_FOLDER: dataFolder, DRIVE_FOLDER: files.folder }).started
  onTestFinished(() => portal.stop('the test has ended'))
  return { files, address: portal.url, call: callOf(portal.url) }
}

async function diskStatus(portalUrl: string): Promise<unknown> {
  const response = await fetch(`${portalUrl}/readyz`)
  const { parts } = (await response.json()) as { parts: { disk?: { status: string } } }
  return [response.status, parts.disk?.status]
}

it('reports a full disk, and keeps serving reads, also after a restart or a kill', async ({
  skip,
}) => {
  const disk = mountDisk()
  if (disk === undefined) return skip('a small disk can only be mounted by root')
  const dataFolder = join(disk, 'data')
  mkdirSync(dataFolder)
  const params = { id: 'governance-bylaws' }

  let portal = start({ DATA_FOLDER: dataFolder })
  await portal.ready
  let address = loggedUrl(portal.output())!
  await callOf(address)(saveMapping, { params, body: { title: 'Bylaws' }, revision: 'new' })
  expect(await diskStatus(address)).toEqual([200, 'ok'])
  // While something is read, the database's log isn't emptied, which would set space free.
  const reader = new DatabaseSync(join(dataFolder, 'portal.sqlite'), { readOnly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM documents').get()
  fill(join(disk, 'other'))

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    expect(await diskStatus(address)).toEqual([200, 'failing'])
    expect(await callOf(address)(getMapping, { params })).toMatchObject({ title: 'Bylaws' })
    const saving = callOf(address)(saveMapping, {
      params,
      body: { title: 'Another title' },
      revision: 1,
    })
    await expect(saving).rejects.toMatchObject({ code: 'storageFull' })
    portal.child.kill(signal)
    await portal.ended
    portal = start({ DATA_FOLDER: dataFolder })
    await portal.ready
    expect(portal.output()).toContain('"msg":"ready"')
    address = loggedUrl(portal.output())!
  }
  expect(await callOf(address)(getMapping, { params })).toMatchObject({ title: 'Bylaws' })

  reader.close()
  rmSync(join(disk, 'other'))
  expect(await diskStatus(address)).toEqual([200, 'ok'])
  await callOf(address)(saveMapping, { params, body: { title: 'Rules' }, revision: 1 })
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
})

it('keeps a paper’s versions when a new one doesn’t fit, and adds it once there is space', async ({
  skip,
}) => {
  const disk = mountDisk()
  if (disk === undefined) return skip('a small disk can only be mounted by root')
  const [first, second] = ['first ', 'second '].map((word) => word.repeat(1_000_000))
  const { files, address, call } = await startWithPaper(disk, 'Budget.txt', first!)
  const synced = async () => {
    await call(triggerSync, {})
    await expect.poll(async () => (await call(getSyncStatus, {})).status).not.toBe('running')
    return call(getSyncStatus, {})
  }
  expect(await synced()).toMatchObject({ status: 'completed' })
  const [{ id } = { id: '' }] = await call(listDocuments, {})
  const contentOf = async (version: number) => {
    const path = pathOf(getDocumentContent.path, { id }, { version: String(version) })
    const headers = { authorization: `Bearer ${tokenNow()}` }
    return (await fetch(`${address}${path}`, { headers })).text()
  }
  const numbers = async () =>
    (await call(listVersions, { params: { id }, query: {} })).versions.map(({ number }) => number)

  // Enough for what the database writes, and too little for the paper.
  writeFileSync(join(disk, 'spare'), Buffer.alloc(2 * 1024 * 1024))
  fill(join(disk, 'other'))
  rmSync(join(disk, 'spare'))
  files.put('Budget.txt', second!, 300)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await synced()).toMatchObject({
      status: 'failed',
      error_message:
        'The server’s storage is full. Nothing was lost. Free some space and sync again.',
    })
    expect(await numbers()).toEqual([1])
    expect(await contentOf(1)).toBe(first)
  }

  rmSync(join(disk, 'other'))
  expect(await synced()).toMatchObject({ status: 'completed' })
  expect(await numbers()).toEqual([2, 1])
  expect([await contentOf(1), await contentOf(2)]).toEqual([first, second])
})

it('refuses notes that don’t fit, loses none of those kept, and saves the refused ones later', async ({
  skip,
}) => {
  const disk = mountDisk()
  if (disk === undefined) return skip('a small disk can only be mounted by root')
  const { address, call } = await startWithPaper(disk, 'Budget.txt', 'words')
  await call(triggerSync, {})
  await expect.poll(async () => (await call(getSyncStatus, {})).status).toBe('completed')
  const [{ id } = { id: '' }] = await call(listDocuments, {})
  const save = (change: Partial<ReturnType<typeof saveOf>>) =>
    call(saveNotes, { body: { ...saveOf(), documentId: id, ...change } })
  const kept = async () => {
    const { notes } = await call(getNotes, { params: { id } })
    return notes.map(({ note }) => note.text).toSorted()
  }
  const first = await save({ notes: [savedNote(1, { text: 'Ask Hana' }), savedNote(2)] })
  const [{ note } = { note: undefined }] = first.notes
  expect(await kept()).toEqual(['', 'Ask Hana'])

  fill(join(disk, 'other'))
  // Too long for what is free in the database's file.
  const change = savedNote(1, { base: note!, text: 'Ask Hana about the roof. '.repeat(700) })
  const added = Array.from({ length: 50 }, (_, at) =>
    savedNote(at + 3, { text: 'More '.repeat(3000) }),
  )
  const response = await fetch(`${address}${saveNotes.path}`, {
    method: saveNotes.method,
    headers: { authorization: `Bearer ${tokenNow()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...saveOf(), documentId: id, notes: [change, ...added] }),
  })
  expect(response.status).toBe(507)
  expect(await response.json()).toMatchObject({
    code: 'storageFull',
    error: 'Nothing was saved: the server’s storage is full.',
  })
  expect(await kept()).toEqual(['', 'Ask Hana'])

  rmSync(join(disk, 'other'))
  await save({ notes: [change, ...added] })
  const after = await kept()
  expect(after).toHaveLength(52)
  expect(after).toContain(change.text)
})

it('reports that a board book doesn’t fit, keeps the earlier one, and makes it once there is space', async ({
  skip,
}) => {
  const disk = mountDisk()
  if (disk === undefined) return skip('a small disk can only be mounted by root')
  // A comment of random letters, which can't be compressed much.
  const paper = await pdfWithContent(Buffer.from(`% ${randomBytes(3_000_000).toString('hex')}`), [])
  const { address, call } = await startWithPaper(disk, 'Budget.pdf', paper)
  await call(triggerSync, {})
  await expect.poll(async () => (await call(getSyncStatus, {})).status).toBe('completed')
  const [{ id } = { id: '' }] = await call(listDocuments, {})
  const slot = { id: 'meeting-2026-q4-budget-update' }
  const map = (title: string, revision: 'new' | number) =>
    call(saveMapping, { params: slot, body: { documentId: id, title }, revision })
  const params = { year: 2026, quarter: 4 }
  const made = async () => {
    await call(makeBoardBook, { params, body: {} })
    const state = () => call(getBoardBook, { params, query: {} })
    await expect.poll(async () => (await state()).state).not.toBe('making')
    return state()
  }
  await map('Budget', 'new')
  const first = await made()
  expect(first).toMatchObject({ state: 'ready', book: { number: 1 } })

  await map('The budget', 1)
  // Enough for what the database writes, and too little for the book.
  writeFileSync(join(disk, 'spare'), Buffer.alloc(2 * 1024 * 1024))
  fill(join(disk, 'other'))
  rmSync(join(disk, 'spare'))
  const reason =
    'The server’s storage is full. Nothing was lost. Free some space and make the book again.'
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await made()).toMatchObject({ state: 'failed', reason, book: { number: 1 } })
  }
  const path = pathOf(getBoardBookFile.path, { ...params, id: first.book!.id })
  const headers = { authorization: `Bearer ${tokenNow()}` }
  const kept = await fetch(`${address}${path}`, { headers })
  expect((await kept.arrayBuffer()).byteLength).toBe(first.book!.size)

  rmSync(join(disk, 'other'))
  expect(await made()).toMatchObject({ state: 'ready', book: { number: 2 } })
})
