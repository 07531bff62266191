import { describe, expect, it } from 'vitest'
import { lettersBefore, layerText, placeOf, subjectOf } from './selected-words.ts'

/** A text layer as pdf.js renders it: an element for each item, a break after each line. */
function layerOf(page: number, ...lines: string[][]): { page: number; layer: HTMLElement } {
  const layer = document.createElement('div')
  for (const items of lines) {
    for (const item of items) {
      const span = document.createElement('span')
      span.textContent = item
      layer.append(span)
    }
    layer.append(document.createElement('br'))
  }
  document.body.append(layer)
  return { page, layer }
}

function rangeOf(from: [Node, number], to: [Node, number]): Range {
  const range = document.createRange()
  range.setStart(...from)
  range.setEnd(...to)
  return range
}

const textIn = (layer: Element, item: number) => layer.querySelectorAll('span')[item]!.firstChild!

describe('the subject of a selection', () => {
  it('has the words, the words around them and their letters', () => {
    const first = layerOf(2, ['Grants', ' ', 'are below plan'], ['this year.'])
    const range = rangeOf([textIn(first.layer, 2), 4], [textIn(first.layer, 3), 4])
    expect(subjectOf(range, [first])).toEqual({
      page: 2,
      words: {
        exact: 'below plan this',
        prefix: 'Grants are ',
        suffix: ' year. ',
        ranges: [{ page: 2, from: 9, to: 22 }],
      },
    })
  })

  it('counts selected spaces among what is around the words', () => {
    const first = layerOf(2, ['Grants are below plan'])
    const text = textIn(first.layer, 0)
    expect(subjectOf(rangeOf([text, 6], [text, 11]), [first])?.words).toMatchObject({
      exact: 'are',
      prefix: 'Grants ',
      suffix: ' below plan ',
    })
  })

  it('continues on the next page', () => {
    const first = layerOf(1, ['Grants are'])
    const second = layerOf(2, ['below plan'])
    const range = rangeOf([textIn(first.layer, 0), 7], [textIn(second.layer, 0), 5])
    const { words } = subjectOf(range, [first, second])!
    expect(words).toMatchObject({ exact: 'are below', suffix: ' plan ' })
    expect(words?.ranges).toEqual([
      { page: 1, from: 6, to: 9 },
      { page: 2, from: 0, to: 5 },
    ])
  })

  it('understands a selection that begins and ends at elements', () => {
    const { page, layer } = layerOf(1, ['Grants'], ['paid'])
    const range = rangeOf([layer, 0], [layer, layer.childNodes.length])
    expect(subjectOf(range, [{ page, layer }])?.words?.exact).toBe('Grants paid')
  })

  it('returns nothing without words, and outside the pages', () => {
    const { page, layer } = layerOf(1, ['Grants', ' ', 'paid'])
    const space = textIn(layer, 1)
    expect(subjectOf(rangeOf([space, 0], [space, 1]), [{ page, layer }])).toBeUndefined()
    const outside = document.createElement('p')
    document.body.append(outside)
    expect(subjectOf(rangeOf([outside, 0], [outside, 0]), [{ page, layer }])).toBeUndefined()
  })
})

it('finds the place of an offset of the text', () => {
  const text = layerText(layerOf(1, ['Grants', ' paid'], ['late']).layer)
  expect(text.text).toBe('Grants paid\nlate\n')
  expect(placeOf(text, 12)[0].data).toBe('late')
  expect(placeOf(text, 99)[1]).toBe(4)
  expect(lettersBefore(text, 12)).toBe(10)
})
