import { describe, expect, it } from 'vitest'
import { type KeySelection, selectedText, stepped, type WordStep } from './use-key-selection.ts'

const text = 'Grants are below\nplan. Cash is safe.'

function walk(...steps: [WordStep, boolean?][]): string {
  let selection: KeySelection | undefined
  for (const [step, isExtending = false] of steps) {
    selection = stepped(text, selection, step, isExtending)
  }
  return selection ? selectedText(text, selection) : ''
}

describe('selecting words by keyboard', () => {
  it('begins at the first word, or at the last one backwards', () => {
    expect(walk(['nextWord'])).toBe('Grants')
    expect(walk(['previousWord'])).toBe('safe')
  })

  it('moves word by word, over the ends of lines', () => {
    expect(walk(['nextWord'], ['nextWord'], ['nextWord'], ['nextWord'])).toBe('plan')
    expect(walk(['nextWord'], ['nextWord'], ['previousWord'])).toBe('Grants')
  })

  it('extends and shortens by words', () => {
    expect(walk(['nextWord'], ['nextWord', true], ['nextWord', true])).toBe('Grants are below')
    expect(walk(['nextWord'], ['nextWord', true], ['previousWord', true])).toBe('Grants')
  })

  it('selects sentences, and extends by them', () => {
    expect(walk(['nextSentence'])).toBe('Grants are below plan.')
    expect(walk(['nextSentence'], ['nextSentence'])).toBe('Cash is safe.')
    expect(walk(['nextSentence'], ['nextSentence', true])).toBe(text.replace('\n', ' '))
  })

  it('stays at the ends, and selects nothing on an empty page', () => {
    expect(walk(['previousWord'], ['nextWord'])).toBe('safe')
    expect(stepped('', undefined, 'nextWord', false)).toBeUndefined()
  })
})
