import { afterEach, describe, expect, it, vi } from 'vitest'
import { shownQuotation } from './shown-quotation.ts'
import { textSegments } from './text-segments.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(['with', 'without'])('segments, %s Intl.Segmenter', (support) => {
  const prepare = () => support === 'without' && vi.stubGlobal('Intl', {})
  const of = (text: string, granularity: 'word' | 'sentence') =>
    textSegments(text, granularity).map(({ index, segment }) => [index, segment])

  it('are the words of a text', () => {
    prepare()
    expect(of('The board’s budget: $4.2 million.', 'word')).toEqual([
      [0, 'The'],
      [4, 'board’s'],
      [12, 'budget'],
      [21, '4.2'],
      [25, 'million'],
    ])
  })

  it('are its sentences', () => {
    prepare()
    expect(of('It is approved. Is it final? Yes', 'sentence')).toEqual([
      [0, 'It is approved. '],
      [16, 'Is it final? '],
      [29, 'Yes'],
    ])
  })

  it('show whether a quotation begins or ends inside a word', () => {
    prepare()
    const quoted = { prefix: 'the app', exact: 'roved bud', suffix: 'get' }
    expect(shownQuotation(quoted)).toBe('…roved bud…')
    expect(shownQuotation({ prefix: 'the ', exact: 'budget', suffix: '.' })).toBe('budget')
  })
})
