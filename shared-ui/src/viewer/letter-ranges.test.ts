import { expect, it } from 'vitest'
import { letterAt, letterMap, textParts } from './letter-ranges.ts'

/** A text layer as pdf.js renders it: an element for each item. */
function layerOf(...items: string[]): HTMLElement {
  const layer = document.createElement('div')
  for (const item of items) {
    const span = document.createElement('span')
    span.textContent = item
    layer.append(span, document.createElement('br'))
  }
  return layer
}

function texts(layer: HTMLElement, from: number, to: number): string[] {
  return textParts(letterMap(layer), { from, to }).map(({ node, ...part }) =>
    node.data.slice(part.from, part.to),
  )
}

it('finds letters across items, without the white space around them', () => {
  const layer = layerOf('Grants are ', ' below plan', 'this year')
  expect(texts(layer, 6, 14)).toEqual(['are', 'below'])
  expect(texts(layer, 0, 6)).toEqual(['Grants'])
  expect(texts(layer, 18, 26)).toEqual(['this year'])
})

it('finds letters of ligatures and pairs of units', () => {
  expect(texts(layerOf('of\uFB01ce 😀 b'), 2, 4)).toEqual(['\uFB01'])
  expect(texts(layerOf('of\uFB01ce 😀 b'), 6, 8)).toEqual(['😀'])
})

it('finds the letter before which words were removed, or the last one', () => {
  const map = letterMap(layerOf('Grants', 'paid'))
  expect(letterAt(map, 6)).toEqual({ from: 6, to: 7, side: 'before' })
  expect(letterAt(map, 10)).toEqual({ from: 9, to: 10, side: 'after' })
  expect(letterAt(letterMap(layerOf()), 3)).toBeUndefined()
})
