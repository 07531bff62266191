import { countOf, nearWeight, type SearchQuery, type Spelling } from '@portal/domain/search-query'

/** Title and path of something that is searched, and its pages, each as its words with a space before and after each. */
type Searched = { title: string; path: string; pages: Iterable<{ page: number; words: string }> }

export type Rank = {
  /** 0: one page, with the title and the path, has all words; 1: some of them as near misses; 2: not all. */
  tier: number
  /** How well it fits, within a tier and across kinds. */
  fit: number
  /** Whether the title alone has all words. */
  isTitled: boolean
  /** The best page, from 1, and how many pages have as much; undefined if none has any of the words. */
  page?: number | undefined
  pages: number
}

/** How much a word counts by the field that it is in. */
const fieldWeights = { title: 3, path: 1.5, page: 1 }
/** How much two words count that follow each other as in the query. */
const pairWeight = 0.3

type RankedQuery = Pick<SearchQuery, 'words' | 'common' | 'wanted'> & {
  /** How much each thing wanted says: rare words say more. */
  weights: readonly number[]
}

type PageMatch = ReturnType<typeof matchOf> & { page: number; words: string }

/** How much it counts if a page has all the words close together, for the page and for the paper. */
const closeWeight = { page: 1.5, paper: 0.5 }
/** How many pages are looked at more closely. */
const mostClosely = 8

/** Ranks by the words of the best page, because a long paper has every word somewhere. */
export function rankOf(query: RankedQuery, { title, path, pages }: Searched): Rank {
  const { wanted, weights } = query
  const pairs = pairsOf(query)
  const matches: PageMatch[] = []
  let pageCount = 0
  for (const { page, words } of pages) {
    pageCount += 1
    const match = matchOf(query, words)
    if (match.found.length > 0) matches.push({ page, words, ...match })
  }
  const best = bestPage(matches, { pageCount, weights, pairs })
  const inTitle = matchOf(query, title)
  const inPath = matchOf(query, path)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let [sum, found] = [0, 0]
  let least = 1
  for (const [at, weight] of weights.entries()) {
    const [ofTitle, ofPath, ofPage] = [inTitle.fits[at]!, inPath.fits[at]!, best?.fits[at] ?? 0]
    const fit = Math.max(
      ofTitle * fieldWeights.title,
      ofPath * fieldWeights.path,
      ofPage * fieldWeights.page * (0.8 + 0.2 * Math.min(1, (best?.counts[at] ?? 0) / 3)),
    )
    sum += weight * fit
    if (fit > 0) found += weight
    least = Math.min(least, Math.max(ofTitle, ofPath, ofPage))
  }
  const followed = pairs.filter((pair) => title.includes(pair) || best?.words.includes(pair)).length
  const isTitled = inTitle.fits.every((fit) => fit > nearWeight)
  return {
    tier: least === 0 ? 2 : least > nearWeight ? 0 : 1,
    // What lacks a rare word hardly fits, even if its title has another one.
    fit:
      (found / whole) *
      (sum / whole +
        pairWeight * (followed / Math.max(1, pairs.length)) +
        closeWeight.paper * (best ? closenessOf(best) : 0) +
        (isTitled ? shareOfTitle(title, wanted.length) : 0)),
    isTitled,
    ...(best && { page: best.page }),
    pages: best ? matches.filter(({ found: own }) => own.length === best.found.length).length : 0,
  }
}

/** A title that is nearly all of the query's words fits better than a longer one. */
function shareOfTitle(title: string, wanted: number): number {
  return Math.min(1, wanted / Math.max(1, title.trim().split(' ').length))
}

function matchOf({ wanted }: RankedQuery, text: string) {
  const fits: number[] = []
  const counts: number[] = []
  const found: Spelling[] = []
  for (const { spellings } of wanted) {
    const { spelling, count } = bestSpelling(spellings, text)
    fits.push(spelling?.weight ?? 0)
    counts.push(count)
    if (spelling) found.push(spelling)
  }
  return { fits, counts, found }
}

function bestSpelling(spellings: readonly Spelling[], text: string) {
  for (const spelling of spellings) {
    const count = countOf(spelling, text)
    if (count > 0) return { spelling, count }
  }
  return { count: 0 }
}

/** In letters: words that far apart are half as close as words next to each other. */
const halfClose = 100
/** How many places of a word are looked at. */
const mostPlaces = 20

/** From 0 to 1: how close together a page has the words that it has; 0 if that is a single one. */
function closenessOf({ found, words }: PageMatch): number {
  if (found.length < 2) return 0
  const places = found
    .flatMap(({ words: [word] }, wanted) =>
      placesOf(words, ` ${word}`).map((at) => ({ at, wanted })),
    )
    .toSorted((a, b) => a.at - b.at)
  const last = new Map<number, number>()
  let shortest = Infinity
  for (const { at, wanted } of places) {
    last.set(wanted, at)
    if (last.size === found.length) shortest = Math.min(shortest, at - Math.min(...last.values()))
  }
  return 1 / (1 + shortest / halfClose)
}

function placesOf(text: string, needle: string): number[] {
  const places: number[] = []
  let at = text.indexOf(needle)
  while (at !== -1 && places.length < mostPlaces) {
    places.push(at)
    at = text.indexOf(needle, at + 1)
  }
  return places
}

/** Neighbors in the query, of which one isn't a common word. */
function pairsOf({ words, common }: RankedQuery): string[] {
  return words.slice(1).flatMap((word, at) => {
    const before = words[at]!
    return common.has(before) && common.has(word) ? [] : ` ${before} ${word}`
  })
}

/** The page that says most of what is wanted. What every page has, such as the words of a running title, says nothing. */
function bestPage(
  matches: readonly PageMatch[],
  {
    pageCount,
    weights,
    pairs,
  }: { pageCount: number; weights: readonly number[]; pairs: readonly string[] },
): PageMatch | undefined {
  if (matches.length < 2) return matches[0]
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const rarities = weights.map((_, at) => {
    const having = matches.filter(({ fits }) => fits[at]! > 0).length
    return (Math.log((1 + pageCount) / (0.5 + having)) * weights[at]! * weights.length) / whole
  })
  const scoreOf = ({ fits, counts, words }: PageMatch) => {
    const said = rarities.map((rarity, at) => {
      const count = counts[at]!
      return rarity * fits[at]! * (count / (count + 0.5))
    })
    const followed = pairs.filter((pair) => words.includes(pair)).length * pairWeight
    return said.reduce((sum, value) => sum + value, 0) + followed
  }
  const mostWords = Math.max(...matches.map(({ found }) => found.length))
  const [best] = matches
    .filter(({ found }) => found.length === mostWords)
    .map((match) => ({ match, score: scoreOf(match) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostClosely)
    .map(({ match, score }) => ({ match, score: score + closeWeight.page * closenessOf(match) }))
    .toSorted((a, b) => b.score - a.score)
  return best!.match
}
