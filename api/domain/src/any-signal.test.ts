import { afterEach, describe, expect, it, vi } from 'vitest'
import { anySignal, provideAnySignal } from './any-signal.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(['with', 'without'])('a signal of several, %s AbortSignal.any', (support) => {
  const prepare = () => support === 'without' && vi.stubGlobal('AbortSignal', {})

  it('aborts with the first of them, for its reason', () => {
    prepare()
    const [one, other] = [new AbortController(), new AbortController()]
    const signal = anySignal([one.signal, other.signal])
    expect(signal.aborted).toBe(false)
    other.abort('left')
    one.abort('late')
    expect(signal).toMatchObject({ aborted: true, reason: 'left' })
  })

  it('is aborted if one of them is', () => {
    prepare()
    const one = new AbortController()
    one.abort('left')
    const signal = anySignal([new AbortController().signal, one.signal])
    expect(signal).toMatchObject({ aborted: true, reason: 'left' })
  })
})

it('is provided to libraries where the browser lacks it', () => {
  const lacking: { any?: typeof AbortSignal.any } = {}
  vi.stubGlobal('AbortSignal', lacking)
  provideAnySignal()
  const one = new AbortController()
  const signal = lacking.any!([one.signal])
  one.abort('left')
  expect(signal.reason).toBe('left')
  expect(anySignal([one.signal]).aborted).toBe(true)
})
