import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { composedRelease } from '../composed-release-fixture.ts'
import { silentFailureOf } from '../failure-stage.ts'
import { keepBuiltIns } from '../frame-integrity.ts'
import { addMounted } from '../mounted-releases.ts'
import { watchFrame } from './watch-frame.ts'

const report = vi.fn()
const onFault = vi.fn()
const fail = vi.fn()
const news = composedRelease({ name: 'news', release: '1.0.0' })
const polls = composedRelease({ name: 'polls', release: '2.0.0' })
const mount = (release = news) => addMounted({ release, isCandidate: false, route: '/news', fail })
let end: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  end = [mount(), watchFrame({ report, onFault }), keepBuiltIns()]
})
afterEach(() => {
  for (const stop of end) stop()
  vi.useRealTimers()
  document.body.replaceChildren()
})

const replaceParse = () => (JSON.parse = () => undefined)

it('puts built-ins back within a second, as a failure of the release that appeared since then', () => {
  const { parse } = JSON
  end.push(mount(polls))
  replaceParse()
  vi.advanceTimersByTime(1000)
  expect(JSON.parse).toBe(parse)
  // Both were there before the change.
  expect(onFault).not.toHaveBeenCalled()
  expect(report).toHaveBeenCalledOnce()
  const late = composedRelease({ name: 'late', release: '3.0.0' })
  replaceParse()
  end.push(mount(late))
  expect(onFault).toHaveBeenCalledExactlyOnceWith(late, expect.any(Error))
})

it('blames no release for what one that has just left the page may have changed', () => {
  const leave = mount(polls)
  vi.advanceTimersByTime(1000)
  const { parse } = JSON
  replaceParse()
  leave()
  expect(JSON.parse).toBe(parse)
  expect(onFault).not.toHaveBeenCalled()
  expect(report).toHaveBeenCalledOnce()
})

/** An uncaught error in a file of this release. */
function throwFrom({ name, release }: typeof news, error = new Error('It throws.')) {
  error.stack = `Error: It throws.\n  at show (https://portal.test/remotes/${name}/${release}/screens.js:1:2)`
  dispatchEvent(Object.assign(new Event('error'), { error }))
}

it('finds a release that causes more than twenty errors in a minute', () => {
  for (let count = 0; count < 20; count += 1) throwFrom(news)
  vi.advanceTimersByTime(60_000)
  for (let count = 0; count < 20; count += 1) throwFrom(news)
  throwFrom(polls)
  throwFrom(news, Object.assign(new Error('Busy'), { name: 'ApiError' }))
  expect(onFault).not.toHaveBeenCalled()
  throwFrom(news)
  expect(onFault).toHaveBeenCalledOnce()
  const [release, error] = onFault.mock.calls[0]!
  expect(release).toBe(news)
  expect(silentFailureOf(error)).toEqual({ kind: 'errors', route: '/news' })
})

/** The frame with a screen of a release; `inFront` is what is at every point. */
function showFrame(inFront: string) {
  document.body.innerHTML = `<nav aria-label="Main"><a href="/">Dashboard</a></nav>
    <header><button>Ada Park</button></header>
    <main><div data-remote="news" data-release="1.0.0"><p>News</p></div></main>
    <aside class="extension"></aside>`
  for (const control of document.querySelectorAll('a, button')) {
    control.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10)
  }
  document.elementFromPoint = () => document.querySelector(inFront)
}

it('fails a release that covers the menu for five seconds', () => {
  showFrame('[data-remote] p')
  vi.advanceTimersByTime(5000)
  expect(fail).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  const [error] = fail.mock.calls[0]!
  expect(error.message).toBe('news@1.0.0 covered the menu')
  expect(silentFailureOf(error)).toEqual({ kind: 'frame', route: '/news' })
})

it.each([
  ['nothing covers the menu', () => showFrame('nav a, header button')],
  ['something of a browser extension does', () => showFrame('.extension')],
  [
    'a dialog does',
    () => {
      showFrame('[data-remote] p')
      document.querySelector('[data-remote]')!.innerHTML += '<div role="dialog"></div>'
    },
  ],
])('fails no release when %s', (_, show) => {
  show()
  vi.advanceTimersByTime(30_000)
  expect(fail).not.toHaveBeenCalled()
})

describe('a card of another remote', () => {
  /** Two cards on the dashboard; `inFront` is what is at every point of both. */
  function showCards(inFront: string) {
    document.body.innerHTML = `<main>
      <div data-remote="news" data-release="1.0.0"><section><p>News</p><ul role="menu"></ul></section></div>
      <div data-remote="polls" data-release="2.0.0"><section><p>Polls</p></section></div>
    </main>`
    for (const card of document.querySelectorAll('section')) {
      card.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10)
    }
    document.elementFromPoint = () => document.querySelector(inFront)
  }

  it('fails the release that covers it for five seconds', () => {
    const failPolls = vi.fn()
    end.push(addMounted({ release: polls, isCandidate: false, route: '/', fail: failPolls }))
    const failOtherPart = vi.fn()
    end.push(addMounted({ release: news, isCandidate: false, route: '/', fail: failOtherPart }))
    showCards('[data-remote=news] p')
    vi.advanceTimersByTime(5000)
    expect(fail).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5000)
    expect(failOtherPart).toHaveBeenCalledOnce()
    const [error] = fail.mock.calls[0]!
    expect(error.message).toBe('news@1.0.0 covered the card of polls')
    expect(silentFailureOf(error)).toEqual({ kind: 'frame', route: '/news' })
    expect(failPolls).not.toHaveBeenCalled()
  })

  it('may be under a menu that its neighbor has opened', () => {
    showCards('[role=menu]')
    vi.advanceTimersByTime(30_000)
    expect(fail).not.toHaveBeenCalled()
  })

  it('may have been scrolled away except for a strip', () => {
    showCards('[data-remote=news] p')
    const hit = document.elementFromPoint(0, 0)
    document.elementFromPoint = (_, y) => (y > 6 ? hit : null)
    vi.advanceTimersByTime(30_000)
    expect(fail).not.toHaveBeenCalled()
  })
})
