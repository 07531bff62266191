import { expect, it, vi } from 'vitest'
import { createHeart, type TabState } from './heart-worker.ts'

const state = { remote: 'meetings', release: '1.0.0-b', route: '/meetings/:year' } as TabState

function heartAt() {
  let time = 0
  const onStopped = vi.fn()
  const onAnswer = vi.fn()
  const heart = createHeart({ now: () => time, onStopped, onAnswer })
  /** Lets seconds pass in which the worker checks, and the page answers or doesn't. */
  const pass = (seconds: number, isAnswering: boolean) => {
    for (let second = 0; second < seconds; second += 1) {
      time += 1000
      if (isAnswering) heart.beat({ state })
      heart.tick()
    }
  }
  const sleep = (ms: number) => {
    time += ms
    heart.tick()
  }
  return { heart, pass, sleep, onStopped, onAnswer }
}

it('reports once what was on a page that hasn’t answered for ten seconds', () => {
  const { pass, onStopped } = heartAt()
  pass(60, true)
  pass(9, false)
  expect(onStopped).not.toHaveBeenCalled()
  pass(60, false)
  expect(onStopped).toHaveBeenCalledExactlyOnceWith(state)
})

it('reports when the page answers again', () => {
  const { pass, onStopped, onAnswer } = heartAt()
  pass(2, true)
  pass(12, false)
  pass(1, true)
  expect(onAnswer).toHaveBeenCalledOnce()
  pass(12, false)
  expect(onStopped).toHaveBeenCalledTimes(2)
})

it('expects no answer from a page that was hidden, prints or has no remote on it', () => {
  const { heart, pass, onStopped } = heartAt()
  pass(60, false)
  pass(2, true)
  heart.beat({ pause: true })
  pass(60, false)
  expect(onStopped).not.toHaveBeenCalled()
})

it('doesn’t count the time in which the device slept or was too busy to run the worker either', () => {
  const { pass, sleep, onStopped } = heartAt()
  pass(2, true)
  pass(5, false)
  sleep(8 * 3_600_000)
  pass(9, false)
  expect(onStopped).not.toHaveBeenCalled()
})
