import { expect, it } from 'vitest'
import { createLog, silentLog } from '../log.ts'
import { CallerGone, Refusal } from '../../refusal.ts'
import type { TimeLimits } from './deadline.ts'
import { createGuard } from './guard.ts'
import { createPartHealth } from './part-health.ts'

type Current = ReturnType<TimeLimits['current']>

function guarded({ request = 1000, current }: { request?: number; current?: Current } = {}) {
  const outcomes: string[] = []
  const logged: string[] = []
  const log = createLog(
    (line) => logged.push(line),
    () => new Date(),
  )
  const health = createPartHealth('database', silentLog)
  const guard = createGuard({
    part: 'database',
    health,
    limits: { request, background: request, current: () => current },
    now: () => new Date(),
    observe: (...[, , outcome]) => outcomes.push(outcome),
    log,
  })
  const failWith = (error: Error) =>
    guard.run('get', async () => {
      throw error
    })
  return { guard, health, outcomes, logged, failWith }
}

/** A request whose caller can leave. */
function runningRequest() {
  const ending = new AbortController()
  let isWriting = false
  const request = {
    waited: 0,
    waiting: 0,
    waitingFrom: 0,
    portSignal: ending.signal,
    beginWrite: () => void (isWriting = true),
    giveUp: (refusal: Refusal) => ending.abort(refusal),
  }
  const leave = () => {
    if (!isWriting) ending.abort(new CallerGone())
  }
  return { request, leave }
}

/** A call that doesn't look at its signal, and when it gets it. */
function stuckCall() {
  const begun = Promise.withResolvers<AbortSignal>()
  const result = Promise.withResolvers<string>()
  const work = (signal: AbortSignal) => {
    begun.resolve(signal)
    return result.promise
  }
  return { work, begun: begun.promise, ...result }
}

it.each([
  new RangeError('The value is too large'),
  new TypeError('x is not a function'),
  new ReferenceError('x is not defined'),
])('doesn’t count a defect of our own as the port’s failure: $name', async (defect) => {
  const { health, outcomes, failWith } = guarded()
  for (const _ of [1, 2, 3, 4]) {
    await expect(failWith(defect)).rejects.toBe(defect)
  }
  expect(health.failingSince()).toBeUndefined()
  expect(health.allowsCall()).toBe(true)
  expect(outcomes).toEqual(['defect', 'defect', 'defect', 'defect'])
})

it('counts a network failure of fetch, which is a TypeError too', async () => {
  const { health, outcomes, failWith } = guarded()
  const failure = new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
  await expect(failWith(failure)).rejects.toMatchObject({ code: 'unavailable' })
  expect(health.failingSince()).toBeDefined()
  expect(outcomes).toEqual(['failed'])
})

it('aborts a call at its deadline, and logs how it fails after that without its message', async () => {
  const { guard, outcomes, logged } = guarded({ request: 20 })
  const call = stuckCall()
  const running = guard.run('get', call.work)
  await expect(running).rejects.toMatchObject({ code: 'timeout' })
  const signal = await call.begun
  expect(signal.reason).toMatchObject({ code: 'timeout' })
  const failure = Object.assign(new Error('maria.lopez can’t be read'), { code: 'EIO' })
  call.reject(failure)
  await expect.poll(() => logged.length).toBe(1)
  expect(JSON.parse(logged[0]!)).toMatchObject({ part: 'database', call: 'get', code: 'EIO' })
  expect(logged[0]).not.toContain('maria.lopez')
  expect(outcomes).toEqual(['late'])
})

it('logs nothing of a call that fails because it was aborted', async () => {
  const { guard, logged } = guarded({ request: 20 })
  const obedient = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  await expect(guard.run('get', obedient)).rejects.toMatchObject({ code: 'timeout' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(logged).toEqual([])
})

it('counts a late call only if the port has answered nobody in the meantime', async () => {
  const { guard, health, outcomes } = guarded({ request: 20 })
  const late = guard.run('transaction', stuckCall().work)
  await guard.run('get', async () => 'read')
  await expect(late).rejects.toMatchObject({ code: 'timeout' })
  expect(health.failingSince()).toBeUndefined()
  await expect(guard.run('get', stuckCall().work)).rejects.toMatchObject({ code: 'timeout' })
  expect(health.failingSince()).toBeDefined()
  expect(outcomes).toEqual(['ok', 'late', 'late'])
})

it('closes a result that arrives when nobody waits for it any more', async () => {
  const { guard } = guarded({ request: 20 })
  const call = stuckCall()
  const closed: string[] = []
  const running = guard.run('read', call.work, { close: (result) => closed.push(result) })
  await expect(running).rejects.toMatchObject({ code: 'timeout' })
  call.resolve('a stream')
  await expect.poll(() => closed).toEqual(['a stream'])
})

it('ends a read when its caller leaves, and doesn’t count it for or against the port', async () => {
  const { request, leave } = runningRequest()
  const { guard, health, outcomes, failWith } = guarded({ current: request })
  await expect(failWith(new Error('ECONNREFUSED'))).rejects.toMatchObject({ code: 'unavailable' })
  const call = stuckCall()
  const reading = guard.run('get', call.work)
  const signal = await call.begun
  leave()
  await expect(reading).rejects.toBeInstanceOf(CallerGone)
  expect(signal.aborted).toBe(true)
  expect(outcomes).toEqual(['failed', 'abandoned'])
  expect(health.failingSince()).toBeDefined()
})

it('begins no write for a caller who has left', async () => {
  const { request, leave } = runningRequest()
  const { guard } = guarded({ current: request })
  leave()
  let isCalled = false
  const work = async () => void (isCalled = true)
  await expect(guard.run('update', work, { isWrite: true })).rejects.toBeInstanceOf(CallerGone)
  expect(isCalled).toBe(false)
})

it('completes a request that has begun to write, its reads included', async () => {
  const { request, leave } = runningRequest()
  const { guard } = guarded({ current: request })
  const [read, write] = [stuckCall(), stuckCall()]
  const results = [guard.run('get', read.work), guard.run('update', write.work, { isWrite: true })]
  await Promise.all([read.begun, write.begun])
  leave()
  read.resolve('read')
  write.resolve('written')
  expect(await Promise.all(results)).toEqual(['read', 'written'])
  expect(await guard.run('get', async () => 'read again')).toBe('read again')
})
