import type { PaperChanges as ShownChanges } from '@portal/contract/paper-versions'
import { changesSummary, pagesText, type SummarizedChange } from '@portal/domain/changed-pages'
import type { PaperChanges } from './compare-papers.ts'

/** What is stored for a pair of originals. */
export type StoredChanges = Omit<ShownChanges, 'from' | 'to' | 'state' | 'reason' | 'summary'>

/** `different`: whether each page without text looks different, in their order; undefined if that isn’t known. */
export function storedChanges(
  { pages, ...rest }: PaperChanges,
  different: readonly (boolean | undefined)[],
): StoredChanges {
  const rests = [...different]
  return {
    ...rest,
    pages: pages.map(({ verdict, ...page }) => {
      if (verdict !== 'withoutText') return { ...page, verdict }
      if (page.was === undefined) return { ...page, verdict: 'added' }
      const looks = rests.shift()
      if (looks === undefined) return { ...page, verdict: 'uncompared' }
      return { ...page, verdict: looks ? 'looksDifferent' : 'looksSame' }
    }),
  }
}

export function summaryOf({ pages, passages, removedPages }: StoredChanges): string {
  const changed = [
    ...passages.map(({ after, before }): SummarizedChange => ({
      kind: 'passage',
      page: after[0]?.page ?? before[0]?.page ?? 1,
    })),
    ...pages.flatMap(({ page, verdict }): SummarizedChange[] => {
      if (verdict === 'looksDifferent') return [{ kind: 'picture', page }]
      return verdict === 'added' || verdict === 'moved' ? [{ kind: 'page', page }] : []
    }),
  ]
  const uncompared = pages.filter(({ verdict }) => verdict === 'uncompared')
  const found = [
    changed.length > 0 ? changesSummary(changed) : [],
    removedPages.length > 0 ? removedText(removedPages.length) : [],
    uncompared.length > 0 ? `${pagesText(uncompared)} could not be compared` : [],
  ].flat()
  if (found.length === 0) return changesSummary([])
  const isNothingFound = changed.length === 0 && removedPages.length === 0
  return [...found, ...(isNothingFound ? ['nothing else changed'] : [])].join('; ')
}

function removedText(count: number): string {
  return count === 1 ? '1 page was removed' : `${count} pages were removed`
}
