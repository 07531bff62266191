import { describe, expect, it } from 'vitest'
import { type Chance, seededChance } from '../../paper-changes/paper-fixture.ts'
import { mergeText } from './merge-text.ts'

describe('a merged text', () => {
  it('contains what both devices have written', () => {
    const base = 'Ask about the reserve.'
    const mine = 'Ask Wei about the reserve.'
    const theirs = 'Ask about the reserve. Then vote.'
    expect(mergeText({ base, mine, theirs })).toBe('Ask Wei about the reserve. Then vote.')
  })

  it('omits what one device has deleted and the other left unchanged', () => {
    const base = 'Check page 4. Ask about the reserve. Vote.'
    const mine = 'Ask about the reserve. Vote.'
    const theirs = 'Check page 4. Ask about the reserve. Vote no.'
    expect(mergeText({ base, mine, theirs })).toBe('Ask about the reserve. Vote no.')
  })

  it('contains both versions where they have changed the same words', () => {
    const merged = mergeText({ base: 'Vote later', mine: 'Vote yes', theirs: 'Vote no' })
    expect(merged).toBe('Vote no yes')
  })

  it('keeps a change to words that the other has deleted', () => {
    const merged = mergeText({ base: 'Vote later', mine: '', theirs: 'Vote no' })
    expect(merged).toContain('no')
  })

  it('takes the changed text if only one has changed, or both have made the same change', () => {
    expect(mergeText({ base: 'a', mine: 'a b', theirs: 'a' })).toBe('a b')
    expect(mergeText({ base: 'a', mine: 'a', theirs: 'a b' })).toBe('a b')
    expect(mergeText({ base: 'a', mine: 'a b', theirs: 'a b' })).toBe('a b')
  })
})

/** Number of histories. */
const histories = process.env['TEST_LONG'] ? 10_000 : 1000

it(`never loses a word that a device has typed, in ${histories} random histories of two devices`, () => {
  const chance = seededChance(7)
  let typed = 0
  for (let history = 0; history < histories; history += 1) {
    let stored = wordsFrom(chance, 6, () => `word${(typed += 1)}`).join(' ')
    const devices = [0, 1].map(() => ({ base: stored, text: stored }))
    const kept = new Set<string>()
    for (let step = 0; step < 6; step += 1) {
      const device = devices[chance(2)]!
      const before = wordsIn(device.text)
      device.text = edited(device.text, chance, () => `word${(typed += 1)}`)
      const after = wordsIn(device.text)
      for (const word of after) if (!before.has(word)) kept.add(word)
      for (const word of before) if (!after.has(word)) kept.delete(word)
      if (chance(2) === 0) continue
      stored = mergeText({ base: device.base, mine: device.text, theirs: stored })
      device.base = stored
      device.text = stored
    }
    for (const device of devices) {
      stored = mergeText({ base: device.base, mine: device.text, theirs: stored })
    }
    const left = wordsIn(stored)
    const lost = [...kept].filter((word) => !left.has(word))
    expect(lost, `history ${history}: ${stored}`).toEqual([])
  }
})

function wordsFrom(chance: Chance, most: number, newWord: () => string): string[] {
  return Array.from({ length: chance(most + 1) }, newWord)
}

function wordsIn(text: string): Set<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''))
}

/** Types some new words somewhere, and perhaps deletes some. */
function edited(text: string, chance: Chance, newWord: () => string): string {
  const words = text.split(' ').filter((word) => word !== '')
  if (chance(3) === 0) words.splice(chance(words.length + 1), chance(3))
  words.splice(chance(words.length + 1), 0, ...wordsFrom(chance, 3, newWord))
  return words.join(' ')
}
