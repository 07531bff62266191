/** Random papers that are the same on every run. */
export type Chance = (below: number) => number

/** Returns whole numbers from 0 up to the given one. */
export function seededChance(seed: number): Chance {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Sentences of made-up words; common words repeat as they do in prose. */
export function randomSentence(chance: Chance): string {
  const words = Array.from({ length: 8 + chance(14) }, () => {
    const rank = Math.floor(3000 ** (chance(10_000) / 10_000))
    return wordOf(rank)
  })
  if (chance(4) === 0) words.push(`${1 + chance(900)},${100 + chance(900)}`)
  const text = words.join(' ')
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

function wordOf(rank: number): string {
  const syllables = [
    'ba',
    'den',
    'for',
    'gri',
    'hu',
    'len',
    'mor',
    'net',
    'pol',
    'ris',
    'sta',
    'tu',
  ]
  let word = ''
  for (let left = rank; left > 0; left = Math.floor(left / syllables.length)) {
    word += syllables[left % syllables.length]
  }
  return word
}

/** A paper as paragraphs; `pagesOf` sets it in pages. */
export function randomParagraphs(chance: Chance, count: number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: 4 + chance(4) }, () => randomSentence(chance)).join(' '),
  )
}

/** Sets paragraphs in pages of lines, with a head and a page number. */
export function pagesOf(
  paragraphs: readonly string[],
  { width = 80, lines: most = 44, head = 'Larkspur Foundation · Board paper' } = {},
): string[] {
  const lines = paragraphs.flatMap((paragraph) => {
    const broken: string[] = []
    for (const word of paragraph.split(' ')) {
      const last = broken.at(-1)
      if (last !== undefined && last.length + word.length < width) {
        broken[broken.length - 1] = `${last} ${word}`
      } else broken.push(word)
    }
    return broken
  })
  const count = Math.max(1, Math.ceil(lines.length / most))
  return Array.from({ length: count }, (_, page) =>
    [head, ...lines.slice(page * most, (page + 1) * most), `Page ${page + 1} of ${count}`].join(
      '\n',
    ),
  )
}
