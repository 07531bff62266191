import { hasRightToLeft } from '@portal/domain/shown-text'
import newBidi from 'bidi-js'

const bidi = newBidi()

/** Characters that begin and end words of their own direction. */
const isolates = /[\u2066-\u2069]/g

/** Letters of one face and direction that are next to each other, as positions in their text. */
type Stretch = { start: number; end: number; isRightToLeft: boolean }

export type Directions = {
  /** The parts of a line from left to right. `isSplit` returns whether a part ends between two letters. */
  stretches: (start: number, end: number, isSplit: (before: number) => boolean) => Stretch[]
  /** The letters of a stretch, with brackets that open to the other side where the text is right-to-left. */
  letters: (stretch: Stretch) => string
}

/** The order in which lines of a paragraph are shown (UAX #9). */
export function directionsOf(text: string): Directions {
  const levels = hasRightToLeft(text) ? bidi.getEmbeddingLevels(text) : undefined
  const levelAt = (index: number) => levels?.levels[index] ?? 0
  return {
    stretches(start, end, isSplit) {
      const inOrder: Stretch[] = []
      for (let index = start; index < end; index += 1) {
        const last = inOrder.at(-1)
        if (last && levelAt(index) === levelAt(index - 1) && !isSplit(index)) last.end += 1
        else inOrder.push({ start: index, end: index + 1, isRightToLeft: levelAt(index) % 2 === 1 })
      }
      if (!levels || inOrder.length < 2) return inOrder
      const shown = bidi.getReorderedIndices(text, levels, start, end - 1)
      const place = new Map(shown.map((index, at) => [index, at]))
      return inOrder.toSorted((a, b) => place.get(a.start)! - place.get(b.start)!)
    },
    letters({ start, end, isRightToLeft }) {
      const letters = text.slice(start, end)
      if (!levels || !isRightToLeft) return letters.replaceAll(isolates, '')
      const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1)
      const shown = letters
        .split('')
        .map((unit, at) => mirrored.get(start + at) ?? unit)
        .join('')
        .replaceAll(isolates, '')
      // A font reorders letters of its scripts, and nothing that belongs to no script.
      return hasRightToLeft(letters) ? shown : Array.from(shown).toReversed().join('')
    },
  }
}
