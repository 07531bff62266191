import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { storedPaper } from '../documents/stored-paper-fixture.ts'
import { textKey } from '../documents/synced-documents-service.ts'
import { silentLog } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { createSearchEngine, type SearchEngine } from './search-engine.ts'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'

let store: DocumentStore
let blobs: BlobStore
let textReads: string[]
/** Texts are read once it resolves. */
let texts: Promise<void>
const engines: SearchEngine[] = []
beforeEach(() => {
  store = openSqliteStore({ path: ':memory:' })
  const kept = memoryBlobStore(() => new Date())
  textReads = []
  texts = Promise.resolve()
  blobs = {
    ...kept,
    async read(key, ...given) {
      textReads.push(key)
      await texts
      return kept.read(key, ...given)
    },
  }
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  await store.close()
})

function engineOf(indexFile: string | undefined): SearchEngine {
  const parts = { store, blobs, log: silentLog, retryDelay: 50 }
  const engine = createSearchEngine({ ...parts, indexFile })
  engines.push(engine)
  return engine
}

async function put(n: number, word: string, pages = 2): Promise<void> {
  const sha256 = String(n).padStart(64, '0')
  await blobs.put(textKey(sha256), new TextEncoder().encode(JSON.stringify(['cover', word])))
  const paper = storedPaper(`paper-${n}`, { sha256, text: 'made', pages })
  await store.create('documents', `paper-${n}`, paper)
}

/** Gives a paper other bytes, as a new version or a withdrawal does. */
async function replace(n: number, word: string): Promise<void> {
  const sha256 = String(100 + n).padStart(64, '0')
  await blobs.put(textKey(sha256), new TextEncoder().encode(JSON.stringify(['cover', word])))
  const { revision } = (await store.get('documents', `paper-${n}`))!
  const paper = storedPaper(`paper-${n}`, { sha256, text: 'made', pages: 2 })
  await store.update('documents', `paper-${n}`, paper, revision)
}

/** Lets texts wait until it is called. */
function holdTexts(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  texts = promise
  return resolve
}

const idsOf = async (engine: SearchEngine, q: string) =>
  (await engine.find({ q, limit: 10 })).hits.map(({ id }) => id)
async function whenComplete(engine: SearchEngine): Promise<void> {
  engine.start()
  await expect.poll(engine.isComplete).toBe(true)
}
const newFile = () => join(temporaryFolder(), 'search.sqlite')

it('no longer finds a text once its paper has another one', async () => {
  for (const n of [1, 2]) await put(n, 'albatross')
  const engine = engineOf(newFile())
  await whenComplete(engine)
  const readTexts = holdTexts()
  await replace(1, 'pelican')
  await expect.poll(engine.isComplete).toBe(false)
  expect(await engine.find({ q: 'albatross', limit: 10 })).toMatchObject({
    hits: [{ id: 'paper-2' }],
    total: 1,
  })
  readTexts()
  await expect.poll(() => idsOf(engine, 'pelican')).toEqual(['paper-1'])
  expect(await idsOf(engine, 'albatross')).toEqual(['paper-2'])
})

it('finds no hidden paper, for however many readers', async () => {
  for (const n of [1, 2, 3]) await put(n, 'albatross')
  const engine = engineOf(newFile())
  await whenComplete(engine)
  const found = async (ids: ReadonlySet<string>) => {
    const { hits, total } = await engine.find({ q: 'albatross', limit: 10, hidden: () => ids })
    return [...hits.map(({ id }) => id).toSorted(), total]
  }
  const first = new Set(['paper-1'])
  const sets = Array.from({ length: 60 }, (_, n) => new Set([`paper-${1 + (n % 2)}`]))
  expect(await found(first)).toEqual(['paper-2', 'paper-3', 2])
  for (const set of sets) {
    const other = set.has('paper-1') ? 'paper-2' : 'paper-1'
    expect(await found(set)).toEqual([other, 'paper-3', 2])
  }
  expect(await found(first)).toEqual(['paper-2', 'paper-3', 2])
  expect(await found(new Set())).toEqual(['paper-1', 'paper-2', 'paper-3', 3])
})

it('finds and counts no paper that waits to be removed', async () => {
  for (const n of [1, 2]) await put(n, 'albatross')
  const engine = engineOf(newFile())
  await whenComplete(engine)
  const readTexts = holdTexts()
  // Sent before the removal.
  await put(3, 'pelican')
  await store.delete('documents', 'paper-1')
  await expect.poll(() => engine.document('paper-1')).toBeUndefined()
  expect((await engine.find({ q: 'albatross', limit: 10 })).total).toBe(1)
  readTexts()
  await expect.poll(engine.isComplete).toBe(true)
  expect((await engine.find({ q: 'albatross', limit: 10 })).total).toBe(1)
})

it('indexes the last of several quick changes, also one back to the text before', async () => {
  await put(1, 'albatross')
  const engine = engineOf(newFile())
  await whenComplete(engine)
  const before = (await store.get('documents', 'paper-1'))!
  const readTexts = holdTexts()
  await replace(1, 'pelican')
  const { revision } = (await store.get('documents', 'paper-1'))!
  const { id: _id, revision: _revision, ...body } = before
  await store.update('documents', 'paper-1', body, revision)
  readTexts()
  await expect.poll(engine.isComplete).toBe(true)
  expect(await idsOf(engine, 'albatross')).toEqual(['paper-1'])
  expect(await idsOf(engine, 'pelican')).toEqual([])
})

it('finds no text that was replaced while the engine was stopped', async () => {
  const file = newFile()
  for (const n of [1, 2]) await put(n, 'albatross')
  const first = engineOf(file)
  await whenComplete(first)
  await first.stop()
  await replace(1, 'pelican')
  await store.delete('documents', 'paper-2')
  const readTexts = holdTexts()
  const engine = engineOf(file)
  expect(await engine.find({ q: 'albatross', limit: 10 })).toMatchObject({ hits: [], total: 0 })
  readTexts()
  await expect.poll(() => idsOf(engine, 'pelican')).toEqual(['paper-1'])
})

it('indexes only what has changed after a restart', async () => {
  const file = newFile()
  for (const n of [1, 2, 3]) await put(n, 'albatross')
  const first = engineOf(file)
  await whenComplete(first)
  await first.stop()
  textReads.length = 0
  await store.delete('documents', 'paper-2')
  await put(4, 'pelican')
  const next = engineOf(file)
  await whenComplete(next)
  expect(textReads).toHaveLength(1)
  expect((await idsOf(next, 'albatross')).toSorted()).toEqual(['paper-1', 'paper-3'])
  expect(await idsOf(next, 'pelican')).toEqual(['paper-4'])
})

it('replaces a damaged file', async () => {
  const file = newFile()
  for (const n of [1, 2]) await put(n, 'albatross')
  writeFileSync(file, 'damaged '.repeat(2000))
  const engine = engineOf(file)
  await whenComplete(engine)
  expect(await idsOf(engine, 'albatross')).toHaveLength(2)
})

it('replaces a file whose damage shows only in a search, and searches lists again', async () => {
  const file = newFile()
  for (const n of [1, 2]) await put(n, 'albatross')
  const first = engineOf(file)
  await whenComplete(first)
  await first.stop()
  // Damages all but the first pages, which are read on opening.
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xee, 2 * 4096))
  const engine = engineOf(file)
  engine.start()
  const entries = () => [{ id: 'item', title: 'Heron', path: '', text: '' }]
  const list = { name: 'items', source: {}, entries }
  const findInList = async () => (await engine.find({ q: 'heron', limit: 1 }, list)).total
  expect(await findInList()).toBe(1)
  await expect.poll(async () => idsOf(engine, 'albatross').catch(() => [])).toHaveLength(2)
  // Another thread answers, which has no lists yet.
  expect(await findInList()).toBe(1)
})

it('refuses a search with an explanation while the file can’t be opened, and tries again', async () => {
  const folder = join(temporaryFolder(), 'missing')
  await put(1, 'albatross')
  const engine = engineOf(join(folder, 'search.sqlite'))
  await expect(engine.find({ q: 'albatross', limit: 1 })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Search isn’t ready yet. Please try again in a moment.',
  })
  mkdirSync(folder)
  await expect.poll(() => idsOf(engine, 'albatross').catch(() => [])).toEqual(['paper-1'])
})

it('lets only the portal’s own user read the file', async () => {
  const file = newFile()
  await put(1, 'albatross')
  await whenComplete(engineOf(file))
  for (const end of ['', '-wal']) expect(statSync(`${file}${end}`).mode & 0o777).toBe(0o600)
})

it('deletes a temporary file when it stops, and those of killed processes', async () => {
  const temporary = temporaryFolder()
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(join(temporary, `board-portal-search-${pid}-x`))
  await put(1, 'albatross')
  const engine = engineOf(undefined)
  await whenComplete(engine)
  const folders = readdirSync(temporary)
  expect(folders).toEqual([expect.stringContaining(`board-portal-search-${process.pid}-`)])
  expect(statSync(join(temporary, folders[0]!)).mode & 0o777).toBe(0o700)
  await engine.stop()
  expect(readdirSync(temporary)).toEqual([])
})

it('keeps what was indexed when the process is killed', async () => {
  const file = newFile()
  const script = `
    import { openSqliteSearchIndex } from ${JSON.stringify(new URL('sqlite-search-index.ts', import.meta.url).href)}
    const index = openSqliteSearchIndex(${JSON.stringify(file)})
    for (let n = 1; ; n += 1) {
      const paper = { id: 'paper-' + n, title: 'A', name: 'A.pdf', path: '', pages: ['cover', 'albatross'], version: '1' }
      index.put(paper)
      if (n === 20) console.log('ready')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  const index = openSqliteSearchIndex(file)
  const versions = index.versions()
  expect(versions.size).toBeGreaterThanOrEqual(20)
  expect(index.find('albatros', { limit: 1 }).total).toBe(versions.size)
  index.close()
})
