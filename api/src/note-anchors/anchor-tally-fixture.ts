import { seededChance } from '../paper-changes/paper-fixture.ts'
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

type Options = { count?: number; seed?: number; limits?: Thresholds }

/** Places passages of a kind in an edited paper. A passage of which no word is left is `gone` if it isn't placed. */
export function tallyOf(
  length: number,
  edits: Edits,
  { count = 300, seed = 1, limits = thresholds }: Options = {},
): Tally {
  const chance = seededChance(seed)
  const tally: Tally = { right: 0, wrong: 0, notPlaced: 0, gone: 0 }
  for (let paperNumber = 0; paperNumber < 3; paperNumber += 1) {
    const before = samplePaper(chance, 120)
    const now = edited(before, edits, chance)
    const letters = paperLetters(now.pages)
    for (let left = count / 3; left > 0; left -= 1) {
      const passage = passageIn(before, length, chance)
      tally[outcome(passage, now, letters, limits)] += 1
    }
  }
  return tally
}

function outcome(
  { anchor, numbers }: Passage,
  now: SamplePaper,
  letters: PaperLetters,
  limits: Thresholds,
): keyof Tally {
  const placed = placeAnchor(anchor, letters, limits)
  const truth = truePlace(now, numbers)
  if (!placed) return truth ? 'notPlaced' : 'gone'
  return truth && isAt(placed, truth, letters) ? 'right' : 'wrong'
}

/** At least half of both is shared. */
function isAt(
  { ranges }: PlacedAnchor,
  truth: { from: number; to: number },
  { starts }: PaperLetters,
): boolean {
  const first = ranges[0]!
  const last = ranges.at(-1)!
  const from = starts[first.page - 1]! + first.from
  const to = starts[last.page - 1]! + last.to
  const shared = Math.min(to, truth.to) - Math.max(from, truth.from)
  return shared * 2 >= Math.max(to - from, truth.to - truth.from)
}

export const kinds = Object.entries(passageLengths)
