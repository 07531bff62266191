import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderBlobStore } from '../../adapters/folder/folder-blob-store.ts'
import { folderDrive } from '../../adapters/folder/folder-drive.ts'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { heldLease } from '../../platform/background/lease.ts'
import { silentLog } from '../../platform/log.ts'
import { collected, driveFolder, samplePdf, syncAdmin, unmapped } from './sync-fixtures.ts'
import { type KillPoint, steppingPort, syncAndKill } from './sync-kill-fixture.ts'
import { createSyncService } from './sync-service.ts'
import { readState } from './sync-state.ts'

/** Number of kills; `test --long` makes 200. */
const kills = Number(process.env['KILLS'] ?? 1)
/** Set `KILL_SEED` to the number in a failed test's name to repeat the same kill points. */
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 1e6))

let state = seed + 1

const files = driveFolder()
const now = () => new Date()
const heavyWork = createHeavyWork()
let whole: { steps: number; ms: number }
let expected: Awaited<ReturnType<typeof contentOf>>

beforeAll(async () => {
  for (let n = 0; n < 8; n += 1) {
    const bytes = isPdf(n) ? await samplePdf({ pages: n + 1, text: `Paper ${n}` }) : `Paper ${n}`
    files.put(paperName(n), bytes)
  }
  files.put('Notes.docx', 'words'.repeat(100_000))
  whole = await undisturbed(files.root, files.folder)
  const clean = openAt(files.root)
  expected = await contentOf(clean)
  await clean.store.close()
  for (const part of ['portal.sqlite', 'blobs']) {
    cpSync(join(files.root, part), join(files.root, 'synced', part), { recursive: true })
  }
})
afterAll(async () => {
  await heavyWork.stop()
  files.remove()
})

/** Few, because each sync reads and draws them. */
function isPdf(paper: number): boolean {
  return paper < 3
}

function paperName(number: number): string {
  return `${number % 3}/Paper ${number}.${isPdf(number) ? 'pdf' : 'txt'}`
}

function openAt(dataFolder: string, folder = files.folder, step = () => {}) {
  const store = steppingPort(openSqliteStore({ path: join(dataFolder, 'portal.sqlite') }), step)
  const blobs = steppingPort(folderBlobStore(join(dataFolder, 'blobs')), step)
  const drive = steppingPort(folderDrive(folder, { settle: 0, pageSize: 3 }), step)
  const parts = { ...unmapped, store, blobs, drive, now, log: silentLog, heavyWork }
  return { store, blobs, sync: createSyncService(parts) }
}

/** How many steps a sync or a confirmation has if nothing kills it, and how long it takes, in ms. */
async function undisturbed(dataFolder: string, folder: string, deed?: 'confirm') {
  let steps = 0
  const { store, sync } = openAt(dataFolder, folder, () => (steps += 1))
  const began = performance.now()
  await sync.resume()
  if (deed === undefined) await sync.start()
  else {
    const { held } = await sync.status(syncAdmin)
    await sync.confirmRemovals(syncAdmin, held!.revision)
  }
  await sync.idle()
  const ms = performance.now() - began
  await store.close()
  return { steps, ms }
}

/** What a sync stores, without timestamps. */
async function contentOf({ store, blobs }: Pick<ReturnType<typeof openAt>, 'store' | 'blobs'>) {
  const { documents } = await store.list('documents')
  const cursor = await store.get('sync', 'cursor')
  const versions = await store.list('paper_versions')
  const kept: Record<string, string> = {}
  for (const key of (await collected(blobs.keys(''))).toSorted()) {
    const bytes = await new Response(await blobs.read(key)).arrayBuffer()
    kept[key] = createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
  }
  return {
    documents: documents.map((document) => ({
      ...document,
      last_synced: 0,
      updatedAt: 0,
      revision: 0,
    })),
    versions: versions.documents.map((version) => ({
      ...version,
      arrived_at: 0,
      updatedAt: 0,
      revision: 0,
    })),
    blobs: kept,
    cursor: cursor?.['cursor'],
  }
}

type Row = { number: number; kind: 'step' | 'ms'; shares: number[] }

/** Of several, half happen at a step, half after a time; every second sync is killed again while resuming. */
const rows: Row[] = Array.from({ length: kills }, (_, number) => ({
  number,
  kind: number % 2 === 0 ? 'step' : 'ms',
  shares: Array.from({ length: number % 2 === 1 ? 2 : 1 }, () => chance()),
}))

describe(`a killed sync (KILL_SEED=${seed})`, () => {
  it('stores every document with its bytes, fast copy, text and pictures when undisturbed', () => {
    expect(expected.documents).toHaveLength(9)
    expect(expected.versions).toHaveLength(9)
    expect(Object.keys(expected.blobs)).toHaveLength(21)
    expect(whole.steps).toBeGreaterThan(100)
  })

  it('can be killed before and after each of its calls, and at each chunk', async () => {
    let steps = 0
    const blobs = steppingPort(memoryBlobStore(), () => (steps += 1))
    const count = async (work: () => Promise<unknown>) => {
      steps = 0
      await work()
      return steps
    }
    async function* pieces() {
      yield* [new Uint8Array(1), new Uint8Array(2)]
    }
    expect(await count(() => blobs.put('a', new Uint8Array(3)))).toBe(2)
    expect(await count(() => blobs.put('a', pieces()))).toBe(4)
    expect(await count(() => collected(blobs.keys('')))).toBe(2)
  })

  it.each(rows)(
    'ends, when resumed, with the same result as an undisturbed sync ($number: $kind, $shares)',
    async ({ number, kind, shares }) => {
      const dataFolder = join(files.root, `data-${number}`)
      mkdirSync(dataFolder)
      for (const share of shares) {
        const point: KillPoint =
          kind === 'step' ? { step: 1 + Math.floor(share * whole.steps) } : { ms: share * whole.ms }
        await syncAndKill(dataFolder, files.folder, point)
      }
      const again = openAt(dataFolder)
      const left = await readState(again.store)
      await again.sync.resume()
      await again.sync.idle()
      // Killed before the run was recorded, so there is nothing to resume.
      if (!left) await again.sync.start()
      await again.sync.idle()
      const end = await readState(again.store)
      expect(end).toMatchObject({ status: 'completed', runId: left?.runId ?? end?.runId })
      expect(await contentOf(again)).toEqual(expected)
      await again.store.close()
      rmSync(dataFolder, { recursive: true })
    },
  )

  it('doesn’t resume a sync while its process is alive', async () => {
    const { store, sync } = openAt(files.root)
    const savedState = (await readState(store))!
    const { revision, ...body } = savedState
    const lease = heldLease(99, new Date())
    await store.update('sync', 'state', { ...body, status: 'running', lease }, revision)
    await sync.resume()
    await sync.idle()
    expect(await sync.start()).toMatchObject({ status: 'running', runId: body.runId })
    expect((await readState(store))!.lease.token).toBe(99)
    await store.close()
  })
})

describe(`a killed sync with missing papers (KILL_SEED=${seed})`, () => {
  const shares = Array.from({ length: Math.ceil(kills / 2) }, () => chance())
  const names = expectedNames()
  const less = join(files.root, 'less')
  /** The number of steps of an undisturbed sync that finds the papers missing. */
  let pausingSteps: number

  beforeAll(async () => {
    cpSync(files.folder, less, { recursive: true, preserveTimestamps: true })
    for (const name of names.slice(0, 4)) rmSync(join(less, name))
    const { steps } = await undisturbed(copyOf('synced', 'paused'), less)
    pausingSteps = steps
  })

  /** A portal's data folder after a sync of the whole drive, or after one that was paused. */
  function copyOf(base: 'synced' | 'paused', name: string): string {
    const dataFolder = join(files.root, name)
    cpSync(join(files.root, base), dataFolder, { recursive: true })
    return dataFolder
  }

  const namesIn = async ({ store }: Pick<ReturnType<typeof openAt>, 'store'>) => {
    const { documents } = await store.list('documents')
    return documents.map(({ path, name }) => join(String(path), String(name))).toSorted()
  }

  it('waits for an admin when resumed, with every paper still there', async () => {
    for (const [number, share] of shares.entries()) {
      const dataFolder = copyOf('synced', `paused-${number}`)
      const step = 1 + Math.floor(share * pausingSteps)
      await syncAndKill(dataFolder, less, { step })
      const again = openAt(dataFolder, less)
      expect(await namesIn(again), `killed at step ${step}`).toEqual(names)
      await again.sync.resume()
      await again.sync.start()
      await again.sync.idle()
      const { held } = await again.sync.status(syncAdmin)
      expect(held, `killed at step ${step}`).toMatchObject({ total: 4, reason: 'many' })
      expect(await namesIn(again)).toEqual(names)
      await again.store.close()
    }
  })

  it('removes all or none of the confirmed papers when resumed', async () => {
    const { steps } = await undisturbed(copyOf('paused', 'confirming'), less, 'confirm')
    for (const [number, share] of shares.entries()) {
      const dataFolder = copyOf('paused', `confirmed-${number}`)
      const step = 1 + Math.floor(share * steps)
      await syncAndKill(dataFolder, less, { step }, 'confirm')
      const again = openAt(dataFolder, less)
      await again.sync.resume()
      await again.sync.idle()
      const { held } = await again.sync.status(syncAdmin)
      const left = await namesIn(again)
      expect(left, `killed at step ${step}`).toEqual(held ? names : names.slice(4))
      if (held) await again.sync.confirmRemovals(syncAdmin, held.revision)
      await again.sync.idle()
      expect(await namesIn(again)).toEqual(names.slice(4))
      expect(await again.sync.status(syncAdmin)).not.toHaveProperty('held')
      const where = { what: 'sync removals confirmed' }
      expect((await again.store.list('audit', { where })).documents).toHaveLength(1)
      await again.store.close()
    }
  })
})

describe(`a killed sync of replaced papers (KILL_SEED=${seed})`, () => {
  const shares = Array.from({ length: Math.ceil(kills / 3) }, () => chance())
  const edited = join(files.root, 'edited')

  beforeAll(async () => {
    cpSync(files.folder, edited, { recursive: true, preserveTimestamps: true })
    for (const name of ['0/Paper 0.pdf', '1/Paper 1.pdf']) {
      writeFileSync(join(edited, name), await samplePdf({ pages: 3, text: 'Replaced' }))
    }
    writeFileSync(join(edited, 'Notes.docx'), 'other words')
  })

  it('adds each version once when resumed, with everything that was made from both', async () => {
    const syncedData = (name: string) => {
      const dataFolder = join(files.root, name)
      cpSync(join(files.root, 'synced'), dataFolder, { recursive: true })
      return dataFolder
    }
    const first = syncedData('replacing')
    const { steps } = await undisturbed(first, edited)
    const clean = openAt(first, edited)
    const replaced = await contentOf(clean)
    await clean.store.close()
    expect(replaced.versions).toHaveLength(12)
    expect(replaced.versions.filter(({ id }) => id.endsWith('-000002'))).toHaveLength(3)
    for (const [number, share] of shares.entries()) {
      const dataFolder = syncedData(`replaced-${number}`)
      const step = 1 + Math.floor(share * steps)
      await syncAndKill(dataFolder, edited, { step })
      const again = openAt(dataFolder, edited)
      await again.sync.resume()
      await again.sync.start()
      await again.sync.idle()
      expect(await contentOf(again), `killed at step ${step}`).toEqual(replaced)
      await again.store.close()
    }
  })
})

/** The names of the drive's papers, sorted by path. */
function expectedNames(): string[] {
  const papers = Array.from({ length: 8 }, (_, n) => paperName(n))
  return [...papers, 'Notes.docx'].toSorted()
}

/** Deterministic for a seed (Park and Miller's generator). */
function chance(): number {
  state = (state * 16_807) % 2_147_483_647
  return state / 2_147_483_647
}
