import { setImmediate as settled } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import type { startWorkerThread } from './worker-thread.ts'
import { createHeavyWork, type Flow, type WorkerKind } from './heavy-work.ts'
import { mostWaiting } from './work-queue.ts'

const mb = 1024 * 1024

function kindOf(
  length: 'short' | 'long',
  {
    name = length,
    memoryMb = 100,
    longestWait = 60_000,
  }: { name?: string; memoryMb?: number; longestWait?: number } = {},
): WorkerKind<string, string> {
  const script = new URL('file:///fake-worker.ts')
  return { name, script, length, timeout: 1000, memoryMb, idleTime: 30_000, longestWait }
}
const short = kindOf('short')
const long = kindOf('long')

/** Workers that answer a job on command. */
function fakeWork(options: { memory?: number; cores?: number } = {}) {
  const jobs: { job: string; answer: (outcome: string | undefined) => void }[] = []
  const started: string[] = []
  let alive = 0
  const metrics = createMetrics()
  const work = createHeavyWork({
    cores: 2,
    memory: 4000 * mb,
    metrics,
    startThread: ((_script: URL, { memoryMb }: { memoryMb: number }) => {
      started.push(`${memoryMb} MB`)
      alive += 1
      return {
        ask: (job: string, signal: AbortSignal) =>
          new Promise<string | undefined>((resolve) => {
            const answer = (outcome: string | undefined) => {
              const at = jobs.indexOf(waiting)
              if (at >= 0) jobs.splice(at, 1)
              resolve(outcome)
            }
            const waiting = { job, answer }
            jobs.push(waiting)
            signal.addEventListener('abort', () => answer(undefined))
          }),
        stop: async () => void (alive -= 1),
      }
    }) as unknown as typeof startWorkerThread,
    ...options,
  })
  const ask = (
    by: Flow | readonly Flow[],
    job: string,
    { kind = long, key, signal }: { kind?: typeof long; key?: string; signal?: AbortSignal } = {},
  ) => {
    const caller = { by, signal, ...(key === undefined ? {} : { key }) }
    const done = work.run(kind, caller, async ({ ask: askThread }) => askThread(job))
    done.catch(() => undefined)
    return done
  }
  return {
    work,
    ask,
    started,
    alive: () => alive,
    metrics,
    /** The jobs that workers are doing, oldest first. */
    running: () => jobs.map(({ job }) => job),
    answer: async (job: string, { hasCrashed = false } = {}) => {
      jobs
        .find((candidate) => candidate.job === job)!
        .answer(hasCrashed ? undefined : `${job} done`)
      for (let round = 0; round < 5; round += 1) await settled()
    },
  }
}

it('takes turns by person: one job of a colleague comes before a hundred of another', async () => {
  const { ask, running, answer } = fakeWork()
  for (let n = 1; n <= mostWaiting.person; n += 1) void ask('person ada', `ada ${n}`)
  void ask('person ben', 'ben 1')
  void ask('person cleo', 'cleo 1')
  // Nobody takes the last seat for long work.
  expect(running()).toEqual(['ada 1', 'ben 1'])
  await answer('ada 1')
  expect(running()).toEqual(['ben 1', 'cleo 1'])
  await answer('ben 1')
  expect(running()).toEqual(['cleo 1', 'ada 2'])
})

it('gives two people the same time, however many jobs each has', async () => {
  const { ask, running, answer } = fakeWork()
  const wanted = { ada: 8, ben: 4 }
  for (const [name, count] of Object.entries(wanted)) {
    for (let n = 1; n <= count; n += 1) void ask(`person ${name}`, name)
  }
  const done: string[] = []
  while (running().length > 0) {
    done.push(running()[0]!)
    await answer(running()[0]!)
  }
  expect(done).toHaveLength(12)
  expect(done.slice(0, 8).filter((name) => name === 'ben')).toHaveLength(4)
})

it('always leaves a seat to short work', async () => {
  const { ask, running } = fakeWork()
  for (const name of ['ada', 'ben', 'cleo', 'dan']) void ask(`person ${name}`, name)
  void ask('person eve', 'notes', { kind: short })
  expect(running()).toEqual(['ada', 'ben', 'notes'])
})

it('never lets one person take all seats', async () => {
  const { ask, running } = fakeWork()
  for (let n = 1; n <= 5; n += 1) void ask('person ada', `ada ${n}`, { kind: short })
  expect(running()).toEqual(['ada 1', 'ada 2'])
  void ask('person ben', 'ben', { kind: short })
  expect(running()).toEqual(['ada 1', 'ada 2', 'ben'])
})

it('refuses one person’s work beyond the limit, and nobody else’s', async () => {
  const { ask, metrics } = fakeWork()
  for (let n = 0; n <= mostWaiting.person; n += 1) void ask('person ada', `ada ${n}`)
  await expect(ask('person ada', 'one more')).rejects.toMatchObject({
    code: 'tooMany',
    message: 'You have asked for a lot at once. Please wait until some of it is done.',
    details: { retryAfter: 5 },
  })
  const colleague = Promise.race([ask('person ben', 'ben'), settled('waits')])
  expect(await colleague).toBe('waits')
  expect(await metrics.text()).toContain('portal_heavy_work_total{kind="long",outcome="refused"} 1')
})

it('refuses everything beyond the limit for all', async () => {
  const { ask } = fakeWork()
  for (let n = 0; n < mostWaiting.all + 2; n += 1) void ask(`person ${n}`, 'job')
  await expect(ask('person late', 'late')).rejects.toMatchObject({ code: 'unavailable' })
})

it('runs the same work once for everyone who waits for it', async () => {
  const { ask, running, answer } = fakeWork()
  const results = [
    ask('person ada', 'compare', { key: 'a b' }),
    ask('person ben', 'compare', { key: 'a b' }),
  ]
  expect(running()).toEqual(['compare'])
  await answer('compare')
  expect(await Promise.all(results)).toEqual(['compare done', 'compare done'])
})

it('charges shared work to everyone who waits for it, and gives it the best of their turns', async () => {
  const { ask, running, answer } = fakeWork()
  void ask('person ada', 'ada 1')
  void ask('person ben', 'ben 1')
  void ask('person ada', 'shared', { key: 'one' })
  void ask('person ben', 'ben 2')
  // Cleo has used nothing yet.
  void ask('person cleo', 'shared', { key: 'one' })
  await answer('ben 1')
  expect(running()).toEqual(['ada 1', 'shared'])
})

it('stops running work when its last caller leaves, and not before', async () => {
  const { ask, running } = fakeWork()
  const [ada, ben] = [new AbortController(), new AbortController()]
  const first = ask('person ada', 'compare', { key: 'a b', signal: ada.signal })
  const second = ask('person ben', 'compare', { key: 'a b', signal: ben.signal })
  ada.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(running()).toEqual(['compare'])
  ben.abort(new Error('gone too'))
  await expect(second).rejects.toThrow('gone too')
  expect(running()).toEqual([])
})

it('removes waiting work when its caller leaves', async () => {
  const { ask, running, answer } = fakeWork()
  const leaving = new AbortController()
  void ask('person ada', 'ada 1')
  const left = ask('person ada', 'ada 2', { signal: leaving.signal })
  void ask('person ada', 'ada 3')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await answer('ada 1')
  expect(running()).toEqual(['ada 3'])
})

it('prefers work that everyone waits for', async () => {
  const { ask, running, answer } = fakeWork()
  for (let n = 1; n <= 9; n += 1) void ask(`person ${n}`, `own book ${n}`)
  void ask('everyone', 'shared book')
  await answer('own book 1')
  expect(running()).toEqual(['own book 2', 'shared book'])
})

it('prefers work that more people wait for, among work whose turn it is', async () => {
  const { ask, running, answer } = fakeWork()
  for (const name of ['ada', 'ben', 'cleo', 'dan', 'eve']) void ask(`person ${name}`, name)
  void ask(['person eve', 'person finn'], 'shared')
  await answer('ada')
  expect(running()).toEqual(['ben', 'shared'])
})

it('neither starves people by background work, nor background work by people', async () => {
  const { ask, running, answer } = fakeWork()
  for (let n = 1; n <= 50; n += 1) void ask('sync', `file ${n}`)
  for (let n = 1; n <= 3; n += 1) void ask(`person ${n}`, `person ${n}`)
  const done: string[] = []
  for (let n = 0; n < 8; n += 1) {
    done.push(running()[0]!)
    await answer(running()[0]!)
  }
  expect(done.filter((job) => job.startsWith('person'))).toHaveLength(3)
  expect(done.slice(0, 4).filter((job) => job.startsWith('file')).length).toBeGreaterThan(0)
})

it('refuses work that has waited too long', async () => {
  const { ask, metrics } = fakeWork()
  const hasty = kindOf('long', { longestWait: 5 })
  void ask('person ada', 'ada 1')
  await expect(ask('person ada', 'ada 2', { kind: hasty })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The portal is busy at the moment. Please try again in a moment.',
  })
  expect(await metrics.text()).toContain('portal_heavy_work_total{kind="long",outcome="late"} 1')
})

it('continues after a worker has crashed or an answer could not be used', async () => {
  const { work, ask, running, answer } = fakeWork()
  const crashed = ask('person ada', 'crash')
  await answer('crash', { hasCrashed: true })
  expect(await crashed).toBeUndefined()
  const failing = work.run(long, { by: 'person ada' }, async () => {
    throw new Error('unusable')
  })
  await expect(failing).rejects.toThrow('unusable')
  void ask('person ada', 'next')
  expect(running()).toEqual(['next'])
})

it('runs only what fits into memory together, and leaves some of it to short work', async () => {
  const { ask, running, answer } = fakeWork({ memory: 1024 * mb })
  const big = kindOf('long', { name: 'big', memoryMb: 600 })
  const quick = kindOf('short', { memoryMb: 256 })
  void ask('person ada', 'big 1', { kind: big })
  void ask('person ben', 'big 2', { kind: big })
  // It would fit, but then the big job might never fit.
  void ask('person cleo', 'small', { kind: long })
  void ask('person dan', 'notes', { kind: quick })
  expect(running()).toEqual(['big 1', 'notes'])
  await answer('big 1')
  expect(running()).toEqual(['notes', 'big 2', 'small'])
})

it('gives a worker less memory on a small server, instead of never running it', async () => {
  const { ask, running, started } = fakeWork({ memory: 300 * mb })
  void ask('person ada', 'big', { kind: kindOf('long', { memoryMb: 1536 }) })
  void ask('person ben', 'notes', { kind: kindOf('short', { memoryMb: 256 }) })
  expect(running()).toEqual(['big', 'notes'])
  expect(started).toEqual(['200 MB', '100 MB'])
})

it('reuses an idle worker, and ends it when another kind needs its memory', async () => {
  const { ask, answer, started, alive } = fakeWork({ memory: 1200 * mb })
  const [first, second] = [
    kindOf('long', { name: 'one', memoryMb: 800 }),
    kindOf('long', { name: 'other', memoryMb: 800 }),
  ]
  for (const job of ['1', '2']) {
    void ask('person ada', job, { kind: first })
    await answer(job)
  }
  expect(started).toHaveLength(1)
  void ask('person ada', '3', { kind: second })
  expect(started).toHaveLength(2)
  expect(alive()).toBe(1)
})

it('shows what waits and runs, by kind', async () => {
  const { ask, metrics } = fakeWork()
  for (let n = 0; n < 3; n += 1) void ask('person ada', `ada ${n}`)
  const text = await metrics.text()
  expect(text).toContain('portal_heavy_work_waiting{kind="long"} 2')
  expect(text).toContain('portal_heavy_work_running{kind="long"} 1')
  expect(text).not.toContain('ada')
})

it('aborts everything when it stops, and refuses later work', async () => {
  const { work, ask, running, alive } = fakeWork()
  const results = ['1', '2', '3'].map((job) => ask('person ada', job))
  await work.stop()
  for (const waiting of results)
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  expect(running()).toEqual([])
  expect(alive()).toBe(0)
  await expect(ask('person ada', '4')).rejects.toMatchObject({ code: 'unavailable' })
})

it('charges the steps of shared work to everyone who waits for it', async () => {
  const { work, running, answer } = fakeWork()
  const both = ['person ada', 'person ben'] as const
  const results = both.map((by) =>
    work.share('a b', { by }, async (joint) => {
      const first = await work.run(long, joint, async ({ ask }) => ask('texts'))
      const second = await work.run(long, joint, async ({ ask }) => ask('pictures'))
      return [first, second]
    }),
  )
  await settled()
  await answer('texts')
  expect(running()).toEqual(['pictures'])
  await answer('pictures')
  expect(await Promise.all(results)).toEqual([
    ['texts done', 'pictures done'],
    ['texts done', 'pictures done'],
  ])
})
