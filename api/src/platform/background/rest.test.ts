import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRest } from './rest.ts'

const half = 512 * 1024

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

async function isSettled(work: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([work, Promise.resolve(pending)])) !== pending
}

it('rests after each megabyte for twice as long as it took, with everything that moves bytes', async () => {
  const rest = createRest()
  vi.advanceTimersByTime(20)
  await rest.moved(half)
  const first = rest.moved(half)
  // Another file's.
  const second = rest.moved(half)
  await vi.advanceTimersByTimeAsync(39)
  expect([await isSettled(first), await isSettled(second)]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([first, second])
  await rest.moved(half)
})

it('rests only briefly when its source is slow', async () => {
  const rest = createRest()
  const bytes = rest.between(
    (async function* () {
      yield new Uint8Array(2 * half)
      yield new Uint8Array(1)
    })(),
  )
  await bytes.next()
  vi.advanceTimersByTime(60_000)
  const next = bytes.next()
  await vi.advanceTimersByTimeAsync(100)
  expect((await next).value).toHaveLength(1)
})
