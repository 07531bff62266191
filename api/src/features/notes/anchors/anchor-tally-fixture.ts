import { seededChance } from '../../paper-changes/paper-fixture.ts'
import {
  edited,
  type Edits,
  type Passage,
  passageIn,
  passageLengths,
  type SamplePaper,
  samplePaper,
  truePlace,
} from './edited-papers-fixture.ts'
import { type PaperLetters, paperLetters } from './paper-letters.ts'
import { placeAnchor, type PlacedAnchor, type Thresholds, thresholds } from './place-anchor.ts'

export type Tally = { right: number; wrong: number; notPlaced: number; gone: number }

type Options = {
  count?: number
  seed?: number
  limits?: Thresholds
  /** Hides the version that the notes were made on. */
  isBlind?: boolean
}

/** Places passages of one kind in an edited paper. One that isn't placed is `gone` if none of its words is left. */
export function tallyOf(
  length: number,
  edits: Edits,
  { count = 300, seed = 1, limits = thresholds, isBlind = false }: Options = {},
): Tally {
  const chance = seededChance(seed)
  const tally: Tally = { right: 0, wrong: 0, notPlaced: 0, gone: 0 }
  for (let paperNumber = 0; paperNumber < 3; paperNumber += 1) {
    const before = samplePaper(chance, 120)
    const now = edited(before, edits, chance)
    const letters = paperLetters(now.pages)
    const made = isBlind ? undefined : paperLetters(before.pages)
    for (let left = count / 3; left > 0; left -= 1) {
      const passage = passageIn(before, length, chance)
      tally[outcome(passage, now, letters, { made, limits })] += 1
    }
  }
  return tally
}

function outcome(
  { anchor, numbers }: Passage,
  now: SamplePaper,
  letters: PaperLetters,
  options: Parameters<typeof placeAnchor>[2],
): keyof Tally {
  const placed = placeAnchor(anchor, letters, options)
  const truth = truePlace(now, numbers)
  if (!placed) return truth.size > 0 ? 'notPlaced' : 'gone'
  return isAt(placed, truth) ? 'right' : 'wrong'
}

/** Whether the place and the true place share at least half of each. */
function isAt({ ranges }: PlacedAnchor, truth: ReadonlySet<string>): boolean {
  const letters = ranges.flatMap(({ page, from, to }) =>
    Array.from({ length: to - from }, (_, index) => `${page} ${from + index}`),
  )
  const shared = letters.filter((letter) => truth.has(letter)).length
  return shared * 2 >= Math.max(letters.length, truth.size)
}

export const kinds = Object.entries(passageLengths)
