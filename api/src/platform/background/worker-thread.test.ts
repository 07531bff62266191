import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../files/temporary-folder.ts'
import { newWorkers, startWorkerThread, useWorkers } from './worker-thread.ts'

it.runIf(process.platform === 'linux')(
  'gives priority to the thread that answers requests',
  async () => {
    const script = join(temporaryFolder(), 'priority-worker.mjs')
    writeFileSync(
      script,
      `import { getPriority } from 'node:os'
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => parentPort.postMessage({ priority: getPriority() }))`,
    )
    const own = getPriority()
    const thread = startWorkerThread<string, { priority: number }>(pathToFileURL(script), {
      timeout: 10_000,
      memoryMb: 64,
    })
    onTestFinished(thread.stop)
    expect(await thread.ask('priority')).toEqual({ priority: Math.max(own, 10) })
    expect(getPriority()).toBe(own)
  },
)

it('answers jobs in a worker, and starts a new one after a job that throws', async () => {
  const script = join(temporaryFolder(), 'doubling-worker.mjs')
  const answering = new URL('answer-jobs.ts', import.meta.url).href
  writeFileSync(
    script,
    `import { answerJobs } from ${JSON.stringify(answering)}
    answerJobs(
      async ({ bytes }) => {
        if (bytes.length === 0) throw new Error('nothing to double')
        return { doubled: bytes.map((byte) => 2 * byte) }
      },
      ({ doubled }) => [doubled.buffer],
    )`,
  )
  const thread = startWorkerThread<{ bytes: Uint8Array }, { doubled: Uint8Array }>(
    pathToFileURL(script),
    { timeout: 10_000, memoryMb: 64 },
  )
  onTestFinished(thread.stop)
  const four = { doubled: new Uint8Array([4]) }
  expect(await thread.ask({ bytes: new Uint8Array([2]) })).toEqual(four)
  expect(await thread.ask({ bytes: new Uint8Array() })).toBe(undefined)
  expect(await thread.ask({ bytes: new Uint8Array([2]) })).toEqual(four)
})

it('limits the heap and external memory of a worker together', async () => {
  const script = join(temporaryFolder(), 'large-worker.mjs')
  writeFileSync(
    script,
    `import { setTimeout as after } from 'node:timers/promises'
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', async ({ heapMb, externalMb }) => {
      const kept = Array.from({ length: heapMb }, () => new Array(131_072).fill(0.5))
      const buffer = Buffer.alloc(externalMb * 1024 * 1024, 1)
      await after(1000)
      parentPort.postMessage({ kept: kept.length, bytes: buffer.length })
    })`,
  )
  const askNew = async (job: { heapMb: number; externalMb: number }) => {
    const limits = { timeout: 20_000, memoryMb: 128 }
    const thread = startWorkerThread<typeof job, object>(pathToFileURL(script), limits)
    onTestFinished(thread.stop)
    return thread.ask(job)
  }
  expect(await askNew({ heapMb: 10, externalMb: 100 })).toBeDefined()
  expect(await askNew({ heapMb: 90, externalMb: 100 })).toBeUndefined()
})

it('survives a worker that fails after its job was aborted', async () => {
  const script = join(temporaryFolder(), 'late-worker.mjs')
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => setTimeout(() => { throw new Error('too late') }, 300))`,
  )
  const given: Worker[] = []
  // It isn't terminated, like a worker that runs out of memory at the same moment.
  const before = useWorkers({ ...newWorkers, end: async (worker) => given.push(worker) })
  onTestFinished(() => void useWorkers(before))
  const thread = startWorkerThread(pathToFileURL(script), { timeout: 100, memoryMb: 64 })
  expect(await thread.ask('a job')).toBeUndefined()
  await new Promise((resolve) => given[0]!.once('exit', resolve))
})
