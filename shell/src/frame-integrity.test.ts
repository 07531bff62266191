import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { silentFailureOf } from './failure-stage.ts'
import {
  evaluationFault,
  keepBuiltIns,
  noteEvaluated,
  recoverFrame,
  restoreBuiltIns,
} from './frame-integrity.ts'
import { addMounted } from './mounted-releases.ts'

let forget: () => void
beforeEach(() => void (forget = keepBuiltIns()))
afterEach(() => forget())

const news = composedRelease({ name: 'news', release: '1.0.0' })
const polls = composedRelease({ name: 'polls', release: '2.0.0' })
// Not `fetch`, which the page of these tests has behind a setter.
const changeParse = () => (JSON.parse = () => undefined)

const replaced = () => undefined

it.each<[label: string, owner: object, name: string]>([
  ['history.pushState', history, 'pushState'],
  ['Array.prototype.map', Array.prototype, 'map'],
  ['Map.prototype.get', Map.prototype, 'get'],
  ['JSON.parse', JSON, 'parse'],
  ['Storage.prototype.getItem', Storage.prototype, 'getItem'],
  ['Object.prototype.toString', Object.prototype, 'toString'],
])('puts %s back when it was replaced', (label, owner, name) => {
  const before: unknown = Reflect.get(owner, name)
  Reflect.defineProperty(owner, name, { value: replaced, configurable: true, writable: true })
  expect(restoreBuiltIns()).toEqual([label])
  expect(Reflect.get(owner, name)).toBe(before)
  expect(restoreBuiltIns()).toEqual([])
})

it('finds a method that was replaced by a getter, and leaves alone what was added', () => {
  Reflect.defineProperty(Array.prototype, 'at', { get: () => replaced, configurable: true })
  Reflect.defineProperty(Array.prototype, 'newest', { value: replaced, configurable: true })
  expect(restoreBuiltIns()).toEqual(['Array.prototype.at'])
  expect(['one'].at(0)).toBe('one')
  Reflect.deleteProperty(Array.prototype, 'newest')
})

it('reports a change that can’t be undone only once', () => {
  Object.assign(JSON, { sample: 1 })
  keepBuiltIns()
  Object.defineProperty(JSON, 'sample', { value: 2, configurable: false, writable: false })
  expect(restoreBuiltIns()).toEqual(['JSON.sample'])
  expect(restoreBuiltIns()).toEqual([])
})

it('names the release whose code made a change while it was evaluated, once', () => {
  changeParse()
  history.pushState = () => {}
  noteEvaluated(news)
  expect(evaluationFault(polls)).toBeUndefined()
  const fault = evaluationFault(news)
  expect(fault?.message).toBe('news@1.0.0 changed the browser’s JSON.parse and history.pushState')
  expect(silentFailureOf(fault)).toEqual({ kind: 'frame' })
  expect(evaluationFault(news)).toBeUndefined()
})

it('makes a later change a failure of the only release on the page, and of nobody among several', () => {
  const report = vi.fn()
  const onFault = vi.fn()
  const place = { isCandidate: false, route: '/news', fail: vi.fn() }
  const end = [addMounted({ release: news, ...place })]
  expect(recoverFrame(report, onFault)).toBe(false)
  changeParse()
  expect(recoverFrame(report, onFault)).toBe(true)
  expect(onFault).toHaveBeenCalledExactlyOnceWith(news, expect.any(Error))
  expect(silentFailureOf(onFault.mock.calls[0]![1])).toEqual({ kind: 'frame', route: '/news' })
  end.push(addMounted({ release: polls, ...place }))
  changeParse()
  expect(recoverFrame(report, onFault)).toBe(true)
  expect(onFault).toHaveBeenCalledOnce()
  expect(report).toHaveBeenCalledExactlyOnceWith(
    new Error('A release changed the browser’s JSON.parse'),
  )
  for (const remove of end) remove()
})
