import { afterEach, describe, expect, it, vi } from 'vitest'
import { anySignal, provideAnySignal } from './any-signal.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(['with', 'without'])('a signal of several, %s AbortSignal.any', (support) => {
  const prepare = () => support === 'without' && vi.stubGlobal('AbortSignal', {})

  it('aborts with the first signal, and with its reason', () => {
    prepare()
    const [first, second] = [new AbortController(), new AbortController()]
    const signal = anySignal([first.signal, second.signal])
    expect(signal.aborted).toBe(false)
    second.abort('left')
    first.abort('late')
    expect(signal).toMatchObject({ aborted: true, reason: 'left' })
  })

  it('is aborted from the start if one signal is', () => {
    prepare()
    const controller = new AbortController()
    controller.abort('left')
    const signal = anySignal([new AbortController().signal, controller.signal])
    expect(signal).toMatchObject({ aborted: true, reason: 'left' })
  })
})

it('is provided to libraries where the browser lacks it', () => {
  const lacking: { any?: typeof AbortSignal.any } = {}
  vi.stubGlobal('AbortSignal', lacking)
  provideAnySignal()
  const controller = new AbortController()
  const signal = lacking.any!([controller.signal])
  controller.abort('left')
  expect(signal.reason).toBe('left')
  expect(anySignal([controller.signal]).aborted).toBe(true)
})
