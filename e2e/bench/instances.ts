import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { createDirectoryEntry, listDirectory } from '@portal/contract/directory'
import { listMoves, promoteRelease } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { publishRelease } from '@portal/contract/publishing'
import { type Call, createCall } from '@portal/remote-kit/client'
import {
  emulatorAbsent,
  startFirestoreEmulator,
} from '../../api/src/adapters/firestore/firestore-emulator-fixture.ts'
import { startStorageEmulator } from '../../api/src/adapters/gcs/storage-emulator-fixture.ts'
import {
  publishedBuild,
  uploadFiles,
} from '../../api/src/features/releases/published-build-fixture.ts'
import { testPeople, unsignedToken } from '../../api/src/testing/test-api.ts'
import { startNode } from '../../scripts/child.ts'
import { quantile } from './numbers.ts'

/**
 * Two portals on one Firestore database and one Cloud Storage bucket, both emulated. Measures how soon one shows what
 * was saved or promoted at the other, and how many saves a second one and two of them acknowledge. Counts that every
 * acknowledged save is at both, and that two changes of the same revision make one. The emulator is slower than Google,
 * so times only compare with each other. `ROUNDS=20 node e2e/bench/instances.ts`
 */
const rounds = Number(process.env['ROUNDS'] ?? 20)
const writers = 8
const saves = rounds * 10
const remote = 'meetings'
const params = { remote }

const firestore = await startFirestoreEmulator()
if (!firestore) throw new Error(emulatorAbsent)
const storage = await startStorageEmulator()
const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-bench-instances-'))
const projectId = `demo-${randomUUID()}`
const portals = [await startPortal('one'), await startPortal('two')]
const calls = portals.map(({ call }) => call) as [Call, Call]
const faults: string[] = []

try {
  console.log(`\n${rounds} rounds, load ${loadavg()[0]!.toFixed(1)}, two cores are best.`)
  const shown: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [here, there] = round % 2 === 0 ? calls : calls.toReversed()
    const id = `shown-${round}`
    await here!(createDirectoryEntry, { form: entry(id) })
    shown.push(await timed(async () => until(async () => has(await there!(listDirectory), id))))
  }
  report('a saved entry → at the other portal', shown)

  for (const [count, used] of [
    [1, [calls[0]]],
    [2, calls],
  ] as const) {
    const acknowledged: string[] = []
    let refused = 0
    const seconds =
      (await timed(async () => {
        let next = 0
        const write = async (n: number) => {
          for (; next < saves;) {
            const id = `by-${count}-${(next += 1)}`
            const save = used[n % used.length]!(createDirectoryEntry, { form: entry(id) })
            await save.then(
              () => acknowledged.push(id),
              () => (refused += 1),
            )
          }
        }
        await Promise.all(Array.from({ length: writers }, (_, n) => write(n)))
      })) / 1000
    const rate = (acknowledged.length / seconds).toFixed(0)
    console.log(`${count} portal(s): ${rate} saves a second, ${refused} of ${saves} refused`)
    for (const [n, call] of calls.entries()) {
      const isWhole = async () => {
        const ids = new Set((await call(listDirectory)).map(({ id }) => id))
        return acknowledged.every((id) => ids.has(id))
      }
      await until(isWhole).catch(() => faults.push(`Portal ${n + 1} lacks acknowledged saves.`))
    }
  }

  const promoted: number[] = []
  let won = 0
  for (let round = 0; round < rounds; round += 1) {
    const releases = [`1.${round}.0-a`, `1.${round}.1-b`]
    for (const release of releases) {
      const build = publishedBuild({ name: remote, release })
      await uploadFiles(calls[0], build, remote)
      await Promise.all(calls.map((call) => call(publishRelease, { params, body: build.manifest })))
    }
    const revision = round === 0 ? ('new' as const) : round
    const both = await Promise.allSettled(
      calls.map((call, n) => {
        const body = {
          release: releases[n]!,
          step: '100' as const,
          reason: 'A bench',
          anyway: true,
        }
        return call(promoteRelease, { params, body, revision })
      }),
    )
    const winners = both.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
    won += winners.length
    if (winners.length !== 1) faults.push(`Round ${round}: ${winners.length} promotions won.`)
    const [winner = 0] = winners
    const release = `${remote}@${releases[winner]!}`
    const isOffered = async () =>
      (await calls[1 - winner]!(getPortal)).composition.id.includes(release)
    promoted.push(await timed(() => until(isOffered)))
  }
  report('a promoted release → in the other portal’s pages', promoted)
  const histories = await Promise.all(
    calls.map((call) => call(listMoves, { params, query: { include: 'all', limit: 100 } })),
  )
  const numbers = histories.map(({ moves }) => moves.map(({ number }) => number).join())
  const isOne = numbers[0] === numbers[1] && histories[0]!.moves.length === Math.min(won, 100)
  if (!isOne) faults.push('The portals have different histories.')
} finally {
  await Promise.all(portals.map(({ stop }) => stop()))
  await Promise.all([firestore.stop(), storage.stop()])
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.log(`WRONG   ${fault}`)
console.log(faults.length === 0 ? 'within  nothing lost, one history' : '')
process.exitCode = faults.length === 0 ? 0 : 1

function entry(id: string) {
  return { id, name: `Person ${id}`, role: 'Trustee', type: 'board' }
}

function has(entries: readonly { id: string }[], id: string): boolean {
  return entries.some((each) => each.id === id)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 30_000; !(await isSo()); await after(5)) {
    if (performance.now() > end) throw new Error('It took more than 30 s.')
  }
}

function report(what: string, times: number[]): void {
  const [middle, most] = [quantile(times, 0.5), quantile(times, 0.95)]
  console.log(`${what}: median ${middle.toFixed(0)} ms, 95th percentile ${most.toFixed(0)} ms`)
}

async function startPortal(name: string) {
  const [data, shell] = [path.join(folder, name), path.join(folder, 'shell')]
  for (const each of [data, shell]) mkdirSync(each, { recursive: true })
  writeFileSync(path.join(shell, 'index.html'), '<!--preload--><!--page-data-->')
  const ready = Promise.withResolvers<string>()
  const child = startNode(path.resolve(import.meta.dirname, '../../api/src/main.ts'), [], {
    env: {
      PORT: '0',
      DATA_FOLDER: data,
      SHELL_FOLDER: shell,
      RELEASES_FOLDER: ',',
      STORE: 'firestore',
      FIREBASE_PROJECT_ID: projectId,
      FIRESTORE_EMULATOR_HOST: firestore!.host,
      BLOBS: 'gcs',
      GCS_BUCKET: projectId,
      STORAGE_EMULATOR_HOST: storage.url,
      REQUEST_TIME_LIMIT: '30000',
    },
    onLine(line) {
      const url = /"url":"([^"]+)"/.exec(line)?.[1]
      if (url !== undefined) ready.resolve(url)
    },
  })
  child.process.once('exit', () => ready.reject(new Error(child.tail())))
  const baseUrl = await ready.promise
  const token = async () => unsignedToken(testPeople.admin, projectId, new Date())
  return { call: createCall({ baseUrl, token }), stop: () => child.stop() }
}
