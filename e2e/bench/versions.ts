import { createHeavyWork } from '../../api/src/background/heavy-work.ts'
import { comparingWorker } from '../../api/src/paper-changes/paper-comparer.ts'
import { randomSentence, seededChance } from '../../api/src/paper-changes/paper-fixture.ts'

/**
 * What changed between two papers of 100 pages, in the API's worker: the first comparison starts it. Their texts are made
 * up, with a sentence changed on every tenth page, two pages exchanged and one page added.
 */
const chance = seededChance(7)
const older = Array.from({ length: 100 }, () =>
  Array.from({ length: 34 }, () => randomSentence(chance)).join('\n'),
)
const newer = older.map((page, index) =>
  index % 10 === 3 ? page.replace(/\n.*\n/, `\n${randomSentence(chance)}\n`) : page,
)
newer.splice(40, 2, newer[41]!, newer[40]!)
newer.splice(60, 0, Array.from({ length: 34 }, () => randomSentence(chance)).join('\n'))

const encoder = new TextEncoder()
const bytesOf = (pages: string[]) => encoder.encode(JSON.stringify(pages))
const heavyWork = createHeavyWork()
const words = older.join(' ').split(/\s+/).length
console.log(`${older.length} pages, ${words} words, against ${newer.length} pages`)
for (let round = 1; round <= 6; round += 1) {
  const began = performance.now()
  const answer = await heavyWork.run(comparingWorker, { by: 'person ada' }, ({ ask }) =>
    ask({ older: bytesOf(older), newer: bytesOf(newer) }),
  )
  const time = Math.round(performance.now() - began)
  const note = round === 1 ? ', with the start of the worker' : ''
  console.log(`${time} ms, ${answer?.changes.passages.length} passages${note}`)
}
await heavyWork.stop()
