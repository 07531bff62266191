import {
  edited,
  passageIn,
  passageLengths,
  samplePaper,
} from '../../api/src/features/notes/anchors/edited-papers-fixture.ts'
import { paperLetters } from '../../api/src/features/notes/anchors/paper-letters.ts'
import { placeAnchor } from '../../api/src/features/notes/anchors/place-anchor.ts'
import { seededChance } from '../../api/src/features/paper-changes/paper-fixture.ts'

/** Placing 500 notes in the next version of a paper of 100 pages, against `indexOf` for the words of each note. */
const chance = seededChance(3)
const before = samplePaper(chance, 510)
const lengths = Object.values(passageLengths)
const anchors = Array.from(
  { length: 500 },
  (_, index) => passageIn(before, lengths[index % lengths.length]!, chance).anchor,
)
console.log(`${before.pages.length} pages, ${anchors.length} notes; median of 5 rounds`)

const changes = [
  { name: 'nothing edited', share: 0, moved: 0 },
  { name: '30 paragraphs moved', share: 0, moved: 30 },
  { name: '1 % edited, 10 moved', share: 0.01, moved: 10 },
  { name: '5 % edited, 10 moved', share: 0.05, moved: 10 },
  { name: '20 % edited', share: 0.2, moved: 0 },
]
for (const { name, share, moved } of changes) {
  const { pages } = edited(before, { share, moved }, chance)
  let placed = 0
  const rounds = Array.from({ length: 5 }, () => {
    const reading = timeOf(() => paperLetters(pages))
    const [made, now] = [paperLetters(before.pages), paperLetters(pages)]
    const baseline = timeOf(() => anchors.map(({ exact }) => now.text.indexOf(exact)))
    const placing = timeOf(() => {
      placed = anchors.filter((anchor) => placeAnchor(anchor, now, { made })).length
    })
    return { reading, baseline, placing }
  })
  const median = (key: 'reading' | 'baseline' | 'placing') =>
    rounds.map((round) => round[key]).toSorted((a, b) => a - b)[2]!
  const ratio = (median('placing') / median('baseline')).toFixed(1)
  console.log(
    `${name}: ${placed} placed in ${median('placing').toFixed(0)} ms, ${ratio}× indexOf; reading a version ${median('reading').toFixed(0)} ms`,
  )
}

function timeOf(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
