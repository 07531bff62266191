import { type Joined, joinedWords } from './joined-words.ts'
import {
  foldedWords,
  isPrefix as isPrefixWord,
  placedWords,
  type PlacedWord,
} from './search-words.ts'

/** A spelling of something that a query asks for: words in this order, or anywhere if `isLoose`. */
export type Spelling = {
  words: string[]
  /** Whether its last word may go on. */
  isPrefix: boolean
  isLoose?: boolean
  /** How well it fits: 1 as it was typed. */
  weight: number
}

/** A word, a phrase, a date and the like, in all its spellings, best first. */
export type Wanted = { spellings: Spelling[] }

export type SearchQuery = {
  wanted: Wanted[]
  /** All words in their order, with the common ones, which aren't wanted. */
  words: string[]
  common: ReadonlySet<string>
}

/** How much another form of a word counts, and a near miss. */
const formWeight = 0.85
export const nearWeight = 0.5

/**
 * What a query asks for. Words in quotation marks are a phrase. Common words don't count unless there are no others.
 * Nothing else in a query is an operator.
 */
export function readQuery(query: string): SearchQuery {
  const parts = query.split(/["“”„«»]/u)
  const read = parts.flatMap((part, at) => {
    const isLast = parts.slice(at + 1).every((later) => placedWords(later).length === 0)
    // A phrase is still being typed until its last quotation mark.
    if (at % 2 === 1) return phraseOf(part, isLast && at === parts.length - 1)
    return wordsOf(part, isLast)
  })
  const isOnlyCommon = read.every(({ isCommon }) => isCommon)
  const wanted = read.filter(({ isCommon }) => isOnlyCommon || !isCommon)
  const all = new Map(wanted.map((each) => [JSON.stringify(each.spellings[0]?.words), each]))
  const words = parts.flatMap((part) => placedWords(part).map(({ term }) => term))
  return {
    wanted: [...all.values()].map(({ spellings }) => ({ spellings })),
    words,
    common: new Set(isOnlyCommon ? [] : words.filter((word) => commonWords.has(word))),
  }
}

type ReadWanted = Wanted & { isCommon?: boolean }

function phraseOf(text: string, isPrefix: boolean): ReadWanted[] {
  const words = placedWords(text).map(({ term }) => term)
  return words.length === 0 ? [] : [{ spellings: [{ words, isPrefix, weight: 1 }] }]
}

function wordsOf(text: string, isLast: boolean): ReadWanted[] {
  const words = placedWords(text)
  const joined = joinedWords(text)
  return words.flatMap((word, at): ReadWanted[] => {
    const isEnd = isLast && at === words.length - 1
    const whole = joined.find(({ start, end }) => word.start >= start && word.start < end)
    if (!whole) return [wordWanted(word.term, isEnd)]
    if (words[at - 1] && words[at - 1]!.start >= whole.start) return []
    const parts = words.filter(({ start }) => start >= whole.start && start < whole.end)
    return [joinedWanted(whole, parts, isLast && whole.end >= words.at(-1)!.end)]
  })
}

function joinedWanted(
  { term, isLoose }: { term: string; isLoose: boolean },
  parts: PlacedWord[],
  isPrefix: boolean,
): ReadWanted {
  const words = parts.map((part) => part.term)
  return {
    spellings: [
      { words: [term], isPrefix: isLoose && term.length > 2, weight: 1 },
      { words, isPrefix, weight: 1 },
      ...(isLoose ? [{ words, isPrefix, isLoose, weight: formWeight }] : []),
    ],
  }
}

function wordWanted(word: string, isLast: boolean): ReadWanted {
  return {
    isCommon: commonWords.has(word),
    spellings: [
      { words: [word], isPrefix: isPrefixWord(word, isLast), weight: 1 },
      ...otherForms(word).map((form) => ({ ...form, weight: formWeight })),
    ],
  }
}

/** Other forms of an English word that don't begin with it: `grants` also finds *grant*, `policy` *policies*. */
function otherForms(word: string): Pick<Spelling, 'words' | 'isPrefix'>[] {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return []
  const exact = (...forms: string[]) => forms.map((form) => ({ words: [form], isPrefix: false }))
  if (word.endsWith('ies')) return exact(`${word.slice(0, -3)}y`)
  if (/[^aeiou]y$/.test(word)) return exact(`${word.slice(0, -1)}ies`)
  const stem = /^(.{3,}?)(?:ing|ed|es|s|e)$/.exec(word)?.[1]
  if (stem === undefined || /(?:ss|us|is|ee)$/.test(word)) return []
  // *planned* and *plan*
  const single = /([^aeiouls])\1$/.test(stem) ? stem.slice(0, -1) : undefined
  const begins = stem.length > 3 ? [{ words: [stem], isPrefix: true }] : exact(stem)
  return [...begins, ...exact(...(single === undefined ? [] : [single]))]
}

/** Words of English that say nothing of what is searched for. Not *may*, which is also a month. */
const commonWords = new Set(
  `a about an and any are as at be been but by can could did do does for from had has have he her his how i if in into
  is it its many me much my of on or our shall she should so than that the their them then there these they this those
  to was we were what when where which who whom whose why will with would you your`.split(/\s+/),
)

/** How often a text has a spelling. The text is its words, with a space before and after each. */
export function countOf({ words, isPrefix, isLoose }: Spelling, text: string): number {
  if (!isLoose) return occurrences(text, ` ${words.join(' ')}${isPrefix ? '' : ' '}`)
  const counts = words.map((word, at) =>
    occurrences(text, ` ${word}${isPrefix && at === words.length - 1 ? '' : ' '}`),
  )
  return Math.min(...counts)
}

/** Three say as much as more. */
const mostCounted = 3

function occurrences(text: string, needle: string): number {
  let count = 0
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    count += 1
    if (count === mostCounted) break
  }
  return count
}

/** A text as `countOf` reads it. */
export function countedText(text: string): string {
  return ` ${foldedWords(text).join(' ')} `
}

/** A place in a text that has something wanted, by its index. */
export type Match = { start: number; end: number; wanted: number }

/** Where a text in one line has what a query asks for; in the best spellings that the text has. */
export function matchesIn(text: string, { wanted }: Pick<SearchQuery, 'wanted'>): Match[] {
  const words = placedWords(text)
  // Only read if needed, because it takes as long as the rest.
  let joined: Joined[] | undefined
  const matches = wanted.flatMap(({ spellings }, index) => {
    const inWords = spellings.map((spelling) => ({
      weight: spelling.weight,
      places: placesOf(spelling, words),
    }))
    const bestOf = (all: typeof inWords) =>
      Math.max(...all.map(({ weight, places }) => (places[0] ? weight : 0)))
    const isRead = bestOf(inWords) === 1
    const inJoined = isRead
      ? []
      : spellings.map((spelling) => ({
          weight: spelling.weight,
          places: placesOf(spelling, (joined ??= joinedWords(text))),
        }))
    const inSpelling = [...inWords, ...inJoined]
    const best = bestOf(inSpelling)
    return inSpelling
      .filter(({ weight }) => (best > nearWeight ? weight > nearWeight : weight === best))
      .flatMap(({ places }) => places.map((place) => ({ ...place, wanted: index })))
  })
  return matches.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

function placesOf(
  { words, isPrefix, isLoose }: Spelling,
  among: readonly Omit<PlacedWord, 'word'>[],
): { start: number; end: number }[] {
  const fits = (word: string, at: number, term: string | undefined) =>
    term === word || (isPrefix && at === words.length - 1 && term?.startsWith(word) === true)
  if (isLoose) {
    return words.flatMap((word, at) =>
      among.filter(({ term }) => fits(word, at, term)).map(({ start, end }) => ({ start, end })),
    )
  }
  return among.flatMap(({ start }, from) => {
    const isHere = words.every((word, at) => fits(word, at, among[from + at]?.term))
    return isHere ? { start, end: among[from + words.length - 1]!.end } : []
  })
}

/** The parts of a text to mark: the matches, joined over the query's common words between them. */
export function marksIn(
  text: string,
  query: SearchQuery,
  matches: readonly Match[] = matchesIn(text, query),
): { start: number; end: number }[] {
  const marks: { start: number; end: number }[] = []
  for (const { start, end } of matches) {
    const last = marks.at(-1)
    const between = last && start > last.end ? text.slice(last.end, start) : ''
    if (last && (start <= last.end || isCommonGap(between, query)))
      last.end = Math.max(last.end, end)
    else marks.push({ start, end })
  }
  return marks
}

function isCommonGap(text: string, { common }: SearchQuery): boolean {
  if (text.length > 30 || !/^[\s\p{L}’']+$/u.test(text)) return false
  const words = placedWords(text)
  return words.length > 0 && words.every(({ term }) => common.has(term))
}
