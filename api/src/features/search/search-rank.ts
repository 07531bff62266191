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

type PageMatch = { page: number; fits: number[]; counts: number[]; pairs: boolean[] }

/** Ranks by the words of the best page, because a long paper has every word somewhere. */
export function rankOf(query: RankedQuery, { title, path, pages }: Searched): Rank {
  const { wanted, weights } = query
  const pairs = pairsOf(query)
  const matches: PageMatch[] = []
  let pageCount = 0
  for (const { page, words } of pages) {
    pageCount += 1
    const match = { page, ...matchOf(query, pairs, words) }
    if (match.counts.some((count) => count > 0)) matches.push(match)
  }
  const best = bestPage(matches, pageCount)
  const inTitle = matchOf(query, pairs, title)
  const inPath = matchOf(query, pairs, path)
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
  const followed = pairs.filter((_, at) => inTitle.pairs[at] || best?.pairs[at]).length
  const isTitled = inTitle.fits.every((fit) => fit > nearWeight)
  return {
    tier: least === 0 ? 2 : least > nearWeight ? 0 : 1,
    // What lacks a rare word hardly fits, even if its title has another one.
    fit:
      (found / whole) *
      (sum / whole +
        pairWeight * (followed / Math.max(1, pairs.length)) +
        (isTitled ? shareOfTitle(title, wanted.length) : 0)),
    isTitled,
    ...(best && { page: best.page }),
    pages: best ? matches.filter(({ fits }) => sizeOf(fits) === sizeOf(best.fits)).length : 0,
  }
}

/** A title that is nearly all of the query's words fits better than a longer one. */
function shareOfTitle(title: string, wanted: number): number {
  return Math.min(1, wanted / Math.max(1, title.trim().split(' ').length))
}

function matchOf({ wanted }: RankedQuery, pairs: readonly string[], text: string) {
  const fits: number[] = []
  const counts: number[] = []
  for (const { spellings } of wanted) {
    const { weight, count } = bestSpelling(spellings, text)
    fits.push(weight)
    counts.push(count)
  }
  return { fits, counts, pairs: pairs.map((pair) => text.includes(pair)) }
}

function bestSpelling(spellings: readonly Spelling[], text: string) {
  for (const spelling of spellings) {
    const count = countOf(spelling, text)
    if (count > 0) return { weight: spelling.weight, count }
  }
  return { weight: 0, count: 0 }
}

/** Neighbors in the query, of which one isn't a common word. */
function pairsOf({ words, common }: RankedQuery): string[] {
  return words.slice(1).flatMap((word, at) => {
    const before = words[at]!
    return common.has(before) && common.has(word) ? [] : ` ${before} ${word}`
  })
}

function sizeOf(fits: readonly number[]): number {
  return fits.filter((fit) => fit > 0).length
}

/** The page that says most of what is wanted. What every page has, such as the words of a running title, says nothing. */
function bestPage(matches: readonly PageMatch[], pageCount: number): PageMatch | undefined {
  const first = matches[0]
  if (first === undefined || matches.length === 1) return first
  const rarities = first.fits.map((_, at) => {
    const having = matches.filter(({ fits }) => fits[at]! > 0).length
    return Math.log((1 + pageCount) / (0.5 + having))
  })
  const scoreOf = ({ fits, counts, pairs }: PageMatch) => {
    const said = rarities.map((rarity, at) => {
      const count = counts[at]!
      return rarity * fits[at]! * (count / (count + 0.5))
    })
    const followed = pairs.filter(Boolean).length * pairWeight
    return said.reduce((sum, value) => sum + value, 0) + followed
  }
  const mostWords = Math.max(...matches.map(({ fits }) => sizeOf(fits)))
  let best: PageMatch | undefined
  let most = -Infinity
  for (const match of matches) {
    if (sizeOf(match.fits) < mostWords) continue
    const score = scoreOf(match)
    if (score > most + 1e-9) [best, most] = [match, score]
  }
  return best
}
