import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { CallerGone } from '../../refusal.ts'
import { createGuard } from './guard.ts'
import { guardedBytes, guardedSteps } from './guarded-streams.ts'
import { createPartHealth } from './part-health.ts'

function guardFor(deadline: number) {
  return createGuard({
    part: 'files',
    health: createPartHealth('files', silentLog),
    limits: { request: deadline, background: deadline, current: () => undefined },
    now: () => new Date(),
    observe: () => undefined,
    log: silentLog,
  })
}

const patient = 60_000

/** A stream of these chunks that never ends after them, and how it was closed. */
function openStream(...chunks: string[]) {
  const closed: unknown[] = []
  const open = async (signal: AbortSignal) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
        signal.addEventListener('abort', () => {
          closed.push(signal.reason)
          controller.error(signal.reason)
        })
      },
      cancel: (reason) => void closed.push(reason),
    })
  return { open, closed }
}

const noRequest = { request: undefined }

it('refuses a stream that stops, and closes it', async () => {
  const { open, closed } = openStream('a')
  const reader = (await guardedBytes(open, guardFor(30), noRequest))!.getReader()
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('a')
  await expect(reader.read()).rejects.toMatchObject({ code: 'timeout' })
  expect(closed).toEqual([expect.objectContaining({ code: 'timeout' })])
})

it('closes a stream whose reader cancels it', async () => {
  const { open, closed } = openStream('a')
  const stream = await guardedBytes(open, guardFor(patient), noRequest)
  await stream!.cancel('enough')
  expect(closed).toEqual(['enough'])
})

it('closes a stream that nobody has read from for too long', async () => {
  const { open, closed } = openStream('a')
  const stream = await guardedBytes(open, guardFor(patient), noRequest, 20)
  await expect.poll(() => closed).toHaveLength(1)
  await expect(stream!.getReader().read()).rejects.toThrow('Nobody has read')
})

it('closes a stream when the caller of its request leaves, read or not', async () => {
  const caller = new AbortController()
  const { open, closed } = openStream('a')
  const streams = await Promise.all(
    [1, 2].map(() => guardedBytes(open, guardFor(patient), { request: caller.signal })),
  )
  const reading = streams[0]!.getReader()
  await reading.read()
  const next = reading.read()
  const gone = new CallerGone()
  caller.abort(gone)
  await expect(next).rejects.toBe(gone)
  await expect(streams[1]!.getReader().read()).rejects.toBe(gone)
  expect(closed).toEqual([gone, gone])
})

it('closes a stream that is opened after its deadline', async () => {
  const { open, closed } = openStream('a')
  const late = Promise.withResolvers<void>()
  const openLate = async () => {
    await late.promise
    return open(new AbortController().signal)
  }
  const opening = guardedBytes(openLate, guardFor(20), noRequest)
  await expect(opening).rejects.toMatchObject({ code: 'timeout' })
  late.resolve()
  await expect.poll(() => closed).toHaveLength(1)
})

it('ends an iteration whose step takes too long, even if the step only watches its signal', async () => {
  const ended: unknown[] = []
  async function* steps(signal: AbortSignal) {
    yield 1
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    ended.push(signal.reason)
  }
  const received: number[] = []
  const read = async () => {
    for await (const step of guardedSteps(steps, guardFor(30), 'keys', {})) received.push(step)
  }
  await expect(read()).rejects.toMatchObject({ code: 'timeout' })
  expect(received).toEqual([1])
  await expect.poll(() => ended).toEqual([expect.objectContaining({ code: 'timeout' })])
})
