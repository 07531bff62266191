import { expect, it } from 'vitest'
import { comparePapers, type PaperChanges } from './compare-papers.ts'
import {
  type Chance,
  pagesOf,
  randomParagraphs,
  randomSentence,
  seededChance,
} from './paper-fixture.ts'

/** Two versions of a paper with the changes that were made, as `kind words` or `page number`. */
type Pair = { older: string[]; newer: string[]; edits: string[] }

const pairsPerKind = process.env['TEST_LONG'] ? 6 : 2
const clause = 'The trustees may at any time amend this section by a vote of two thirds.'

/** Prose in which one paragraph in five ends in the same clause. */
function prose(chance: Chance, count = 60): string[] {
  return randomParagraphs(chance, count).map((paragraph, at) =>
    at % 5 === 4 ? `${paragraph} ${clause}` : paragraph,
  )
}

const marked = 'The zephyr committee reviews onyx holdings every quarter.'

/** A typesetter's lines: words of six letters and more may be split at the end of one. */
function hyphenated(paragraphs: readonly string[], width: number): string[] {
  const lines = ['']
  for (const word of paragraphs.join(' ').split(' ')) {
    const last = lines.at(-1)!
    if (last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`.trim()
    else if (/^\p{L}{6,}/u.test(word)) {
      lines[lines.length - 1] = `${last} ${word.slice(0, 3)}-`.trim()
      lines.push(word.slice(3))
    } else lines.push(word)
  }
  return lines
}

const kinds: Record<string, (chance: Chance) => Pair> = {
  'an inserted sentence': (chance) => {
    const older = prose(chance)
    const at = chance(60)
    const [first, ...rest] = older[at]!.split('. ')
    const newer = older.with(at, [first, marked.slice(0, -1), ...rest].join('. '))
    return { older: pagesOf(older), newer: pagesOf(newer), edits: [`added ${marked}`] }
  },
  'a removed sentence': (chance) => {
    const newer = prose(chance)
    const at = chance(60)
    const [first, ...rest] = newer[at]!.split('. ')
    const older = newer.with(at, [first, marked.slice(0, -1), ...rest].join('. '))
    return { older: pagesOf(older), newer: pagesOf(newer), edits: [`removed ${marked}`] }
  },
  'an inserted paragraph that ends like its neighbor': (chance) => {
    const older = prose(chance)
    const at = 5 * (1 + chance(10))
    const newer = older.toSpliced(at, 0, `${marked} ${clause}`)
    // The clause before the new sentence is as new as the one after it.
    return { older: pagesOf(older), newer: pagesOf(newer), edits: ['added'] }
  },
  'an inserted page': (chance) => {
    const older = pagesOf(prose(chance))
    const at = 1 + chance(older.length - 2)
    const fresh = pagesOf(randomParagraphs(chance, 5))[0]!
    return { older, newer: older.toSpliced(at, 0, fresh), edits: [`page ${at + 1}`] }
  },
  'a repeated paragraph': (chance) => {
    const older = prose(chance)
    const at = chance(60)
    const newer = older.toSpliced(at, 0, older[at]!)
    return { older: pagesOf(older), newer: pagesOf(newer), edits: ['added'] }
  },
  'a moved paragraph': (chance) => {
    const older = prose(chance)
    const [from, to] = [chance(20), 30 + chance(20)]
    const newer = older.toSpliced(from, 1).toSpliced(to, 0, older[from]!)
    return { older: pagesOf(older), newer: pagesOf(newer), edits: ['moved'] }
  },
  'an amount and a date': (chance) => {
    const base = prose(chance)
    const paper = (amount: string, day: string) =>
      pagesOf(base.with(9, `Grants come to $${amount} in all.`).with(40, `We meet on ${day} June.`))
    const [older, newer] = [paper('4,200,000', '12'), paper('4,900,000', '19')]
    return { older, newer, edits: ['changed 4,900,000', 'changed 19'] }
  },
  'the same words in other lines, with hyphens': (chance) => {
    const text = prose(chance).map((paragraph) => `${paragraph} Trustees’ and foundation’s rights.`)
    const pages = (width: number) => pagesOf(hyphenated(text, width), { width: width + 1 })
    return { older: pages(78), newer: pages(50 + chance(20)), edits: [] }
  },
  'a table in another order': (chance) => {
    const base = prose(chance)
    const rows = Array.from({ length: 20 }, () => {
      const name = randomSentence(chance).split(' ').slice(0, 2).join(' ')
      return `${name} $${1 + chance(90)},${100 + chance(900)} $${100 + chance(900)}`
    })
    const paper = (table: readonly string[]) => pagesOf(base.toSpliced(7, 0, ...table))
    return { older: paper(rows), newer: paper(rows.toSorted()), edits: ['changed'] }
  },
  'five edits of every kind': (chance) => {
    const older = prose(chance)
    const newer = older
      .with(50, `${older[50]} ${marked}`)
      .with(40, older[40]!.replace(/^(\S+ \S+) \S+/, '$1 zephyr'))
      .toSpliced(30, 1)
      .toSpliced(20, 0, older[3]!)
      .toSpliced(3, 1)
    const edits = [
      'moved',
      `removed ${older[30]!.slice(0, 40)}`,
      'changed zephyr',
      `added ${marked}`,
    ]
    return { older: pagesOf(older), newer: pagesOf(newer), edits }
  },
}

function found({ pages, passages }: PaperChanges): string[] {
  return [
    ...passages.map(({ kind, beforeText, afterText }) => `${kind} ${afterText || beforeText}`),
    ...pages.flatMap(({ page, verdict }) => (verdict === 'added' ? [`page ${page}`] : [])),
  ]
}

it('finds every known edit, at most one other in 20 pairs, and nothing that only seems to have moved', () => {
  const pairs = Object.keys(kinds).length * pairsPerKind
  const missed: string[] = []
  const wrong: string[] = []
  for (const [kind, make] of Object.entries(kinds)) {
    for (let seed = 1; seed <= pairsPerKind; seed += 1) {
      const { older, newer, edits } = make(seededChance(seed * 1009))
      const left = found(comparePapers(older, newer))
      for (const edit of edits) {
        const at = left.findIndex((each) => each.startsWith(edit))
        if (at === -1) missed.push(`${kind} ${seed}: ${edit}`)
        else left.splice(at, 1)
      }
      wrong.push(...left.map((each) => `${kind} ${seed}: ${each}`))
    }
  }
  expect(missed, wrong.join('\n')).toEqual([])
  expect(wrong.filter((each) => /\d: moved/.test(each))).toEqual([])
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(pairs / 20)
})
