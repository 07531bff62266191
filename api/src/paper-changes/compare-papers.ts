import { matchingRuns, type Run, type Runs } from './matching-runs.ts'
import { comparePages, type PageChange } from './page-changes.ts'
import { type Papers, paperWords } from './paper-words.ts'
import { repeatedLines } from '@portal/domain/page-furniture'
import { type Passage, passagesOf } from './passages.ts'
import { wordEdits } from './word-edits.ts'

export type PaperChanges = {
  /** One per page of the newer paper. */
  pages: PageChange[]
  /** The pages of the older paper that are gone, from 1. */
  removedPages: number[]
  /** In the newer paper's order. What is on an added, removed or moved page isn't listed again. */
  passages: Passage[]
  /** The share of the newer paper's words that are new or moved, from 0 to 1. */
  changedShare: number
}

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
  const edits = wordEdits(papers.older.words, papers.newer.words, runs)
  const pageChanges = comparePages(papers, runs, edits)
  const passages = passagesOf(papers, { moved: runs.moved, edits, ...pageChanges })
  return { ...pageChanges, passages, changedShare: shareOf(papers, runs, edits) }
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
