import { matchingRuns, type Run, type Runs } from './matching-runs.ts'
import { comparePages, type PageChange } from './page-changes.ts'
import { type Papers, paperWords } from './paper-words.ts'
import { type Furniture, repeatedLines } from '@portal/domain/page-furniture'
import { type Passage, passagesOf, withoutRepetitions } from './passages.ts'
import { differingLines, repeatedPassages } from './repeated-text.ts'
import { wordEdits } from './word-edits.ts'

export type PaperChanges = {
  /** One per page of the newer paper. */
  pages: PageChange[]
  /** The pages of the older paper that are gone, from 1. */
  removedPages: number[]
  /**
   * In the newer paper's order. What is on an added, removed or moved page isn't listed again. Text that repeats from page
   * to page is compared once.
   */
  passages: Passage[]
  /** The pages whose words are equal apart from such text: whether they changed depends on their pictures. */
  pictures: PicturePair[]
  /** The share of the newer paper's words that are new or moved, from 0 to 1. */
  changedShare: number
  /** The paper that has no text at all, if the other one has: its words can't be compared. */
  withoutText?: 'older' | 'newer'
}

/** Pages to compare by their pictures. */
type PicturePair = {
  older: PictureOfPage
  newer: PictureOfPage
}

/** `without`: text of the page to leave out, because it was compared already. */
type PictureOfPage = { page: number; without: string[] }

/**
 * Finds what changed between two versions of a paper, given the text of their pages. Pure and
 * deterministic: the result may be stored under both versions.
 */
export function comparePapers(older: readonly string[], newer: readonly string[]): PaperChanges {
  const vocabulary = new Map<string, number>()
  // A line that repeats in one version is a header or footer in the other too, which may have fewer pages.
  const furniture = new Set([...repeatedLines(older), ...repeatedLines(newer)])
  const papers: Papers = {
    older: { pages: older, words: paperWords(older, furniture, vocabulary) },
    newer: { pages: newer, words: paperWords(newer, furniture, vocabulary) },
  }
  const runs = matchingRuns(papers.older.words, papers.newer.words)
  const ends = new Set(Array.from('.!?', (sign) => vocabulary.get(sign)))
  const edits = wordEdits(papers.older.words, papers.newer.words, runs, ends)
  const { pages, removedPages } = comparePages(papers, runs, edits)
  const pictures = picturePairs({ older, newer }, pages, furniture)
  const repeated = repeatedPassages({ older, newer }, furniture, { pages, removedPages })
  const passages = passagesOf(papers, { moved: runs.moved, edits, pages, removedPages })
  const scans = new Set(pages.flatMap(({ was, verdict }) => (verdict === 'scanned' ? was : [])))
  const changedPages = new Set(repeated.map(({ after: [first] }) => first!.page))
  return {
    pages: pages.map((page) =>
      page.verdict === 'same' && changedPages.has(page.page)
        ? { ...page, verdict: 'changed' }
        : page,
    ),
    removedPages: removedPages.filter((number) => !scans.has(number)),
    passages: [...withoutRepetitions(passages, { older, newer }), ...repeated].toSorted(
      ({ after: [a] }, { after: [b] }) => a!.page - b!.page || a!.from - b!.from,
    ),
    pictures,
    changedShare: shareOf(papers, runs, edits),
    ...withoutTextOf(papers),
  }
}

function picturePairs(
  { older, newer }: Record<'older' | 'newer', readonly string[]>,
  pages: readonly PageChange[],
  furniture: Furniture,
): PicturePair[] {
  return pages.flatMap(({ page, was, verdict }) => {
    if (was === undefined || (verdict !== 'same' && verdict !== 'withoutText')) return []
    const without = differingLines(older[was - 1]!, newer[page - 1]!, furniture)
    return [
      {
        older: { page: was, without: without.older },
        newer: { page, without: without.newer },
      },
    ]
  })
}

function withoutTextOf({ older, newer }: Papers): Pick<PaperChanges, 'withoutText'> {
  const [had, has] = [older.words.count > 0, newer.words.count > 0]
  if (had === has) return {}
  return { withoutText: had ? 'newer' : 'older' }
}

function shareOf(
  { newer }: Papers,
  { moved }: Runs,
  edits: readonly { newer: { from: number; to: number } }[],
): number {
  if (newer.words.count === 0) return 0
  const isNew = edits.reduce((sum, { newer: { from, to } }) => sum + to - from, 0)
  const hasMoved = moved.reduce((sum, { length }: Run) => sum + length, 0)
  return (isNew + hasMoved) / newer.words.count
}
