import { expect, it } from 'vitest'
import { textsIn, textsToFind } from './texts-to-find.ts'

/** `the [annual] budget` with the marked words in brackets. */
function snippet(marked: string) {
  const marks: { start: number; end: number }[] = []
  let text = ''
  for (const part of marked.split(/[[\]]/).entries()) {
    const [index, words] = part
    if (index % 2 === 1) marks.push({ start: text.length, end: text.length + words.length })
    text += words
  }
  return { text, marks }
}

it.each([
  ['one word', 'the [Reserve] is', 'reserve'],
  [
    'words next to each other as one phrase',
    'the [annual] [budget] and a [budget]',
    'annual budget',
  ],
  [
    'phrases without the words around them',
    '[Budget] for the [excise tax] and its [estimate]',
    'excise tax',
  ],
  ['words apart each on its own', 'the [annual] plan and [budget]', 'annual|budget'],
  [
    'words with a stop between them each on its own',
    'It is [annual]. [Budget] of',
    'annual|budget',
  ],
  ['a word once, however it is written', '[Reserve] and [reserve]', 'reserve'],
  ['a word together with those that begin with it', '[Reserves] of the [reserve]', 'reserve'],
  ['an amount whole', 'up to [1,250,000] dollars', '1,250,000'],
  ['nothing without a marked word', 'the reserve', undefined],
])('finds %s', (_, marked, texts) => {
  expect(textsToFind(snippet(marked))).toBe(texts)
})

it('finds nothing without a snippet', () => {
  expect(textsToFind(undefined)).toBeUndefined()
})

it.each([
  ['annual budget', ['annual budget']],
  ['annual|1,250,000', ['annual', '1,250,000']],
  [' | annual |', ['annual']],
  ['', []],
  [null, []],
  ['a'.repeat(300), ['a'.repeat(200)]],
])('reads the texts of an address: %s', (find, texts) => {
  expect(textsIn(find)).toEqual(texts)
})
