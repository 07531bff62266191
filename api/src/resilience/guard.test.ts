import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { createGuard } from './guard.ts'
import { createPartHealth } from './part-health.ts'

function guarded() {
  const outcomes: string[] = []
  const health = createPartHealth('database', silentLog)
  const guard = createGuard({
    part: 'database',
    health,
    limits: { request: 1000, background: 1000, current: () => undefined },
    now: () => new Date(),
    observe: (...[, , outcome]) => outcomes.push(outcome),
    log: silentLog,
  })
  const failWith = (error: Error) =>
    guard.run('get', async () => {
      throw error
    })
  return { health, outcomes, failWith }
}

it.each([
  new RangeError('The value is too large'),
  new TypeError('x is not a function'),
  new ReferenceError('x is not defined'),
])('doesn’t count a defect of our own as the port’s failure: $name', async (defect) => {
  const { health, outcomes, failWith } = guarded()
  for (const _ of [1, 2, 3, 4]) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, as the breaker counts
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
