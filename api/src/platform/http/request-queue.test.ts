import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

const { signal } = new AbortController()

/** Requests turns in order; `begun` lists the names of those that have one. */
function queueOf(limits: Partial<Parameters<typeof createRequestQueue>[0]> = {}) {
  const turns = createRequestQueue({ atOnce: 2, waiting: 50, longestWait: 60_000, ...limits })
  const begun: string[] = []
  const ask = (name: string, { uid = 'ruth', until = signal } = {}) => {
    const taken = turns.take(uid, until)
    void taken.then(
      () => begun.push(name),
      () => undefined,
    )
    return taken
  }
  return { ask, begun }
}

it('answers only some of a person’s requests at once, in their order', async () => {
  const { ask, begun } = queueOf()
  const first = ask('first')
  for (const name of ['second', 'third', 'fourth']) void ask(name)
  await nextTick()
  expect(begun).toEqual(['first', 'second'])
  ;(await first)()
  await nextTick()
  expect(begun).toEqual(['first', 'second', 'third'])
})

it('never lets one person wait for another', async () => {
  const { ask, begun } = queueOf({ atOnce: 1 })
  for (let n = 0; n < 20; n += 1) void ask('theirs')
  void ask('mine', { uid: 'wei' })
  await nextTick()
  expect(begun).toEqual(['theirs', 'mine'])
})

it('refuses a request when too many of the person’s wait, and no one else’s', async () => {
  const { ask, begun } = queueOf({ atOnce: 1, waiting: 2 })
  for (const name of ['first', 'second', 'third']) void ask(name)
  await expect(ask('fourth')).rejects.toMatchObject({
    code: 'tooMany',
    details: { retryAfter: 2 },
  })
  void ask('theirs', { uid: 'wei' })
  await nextTick()
  expect(begun).toEqual(['first', 'theirs'])
})

it('drops a waiting request whose caller has left, and continues with the next one', async () => {
  const { ask, begun } = queueOf({ atOnce: 1, waiting: 2 })
  const leaving = new AbortController()
  const first = ask('first')
  const left = ask('left', { until: leaving.signal })
  void ask('third')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(ask('late', { until: leaving.signal })).rejects.toThrow('gone')
  ;(await first)()
  await nextTick()
  expect(begun).toEqual(['first', 'third'])
})

it('refuses a request that waits too long, and lets the next one wait', async () => {
  const { ask, begun } = queueOf({ atOnce: 1, longestWait: 20 })
  const first = ask('first')
  await expect(ask('late')).rejects.toMatchObject({ code: 'unavailable' })
  void ask('third')
  ;(await first)()
  await nextTick()
  expect(begun).toEqual(['first', 'third'])
})

it('shows what all callers of a shared queue are waiting for', async () => {
  const full = 'Many people are signing in at the moment.'
  const { ask } = queueOf({ atOnce: 1, waiting: 1, longestWait: 10, full })
  void ask('first')
  const late = ask('second')
  const expected = { code: 'unavailable', message: full }
  await expect(ask('third')).rejects.toMatchObject(expected)
  await expect(late).rejects.toMatchObject(expected)
})
