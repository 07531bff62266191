import { counted } from '@portal/domain/counted'
import type { PaperChanges as ShownChanges } from '@portal/contract/paper-versions'
import { changesSummary, pagesText, type SummarizedChange } from '@portal/domain/changed-pages'
import type { PagesLook } from '../sync/sync-feature.ts'
import type { PaperChanges } from './compare-papers.ts'

/** What is stored for a pair of originals. */
export type StoredChanges = Omit<ShownChanges, 'from' | 'to' | 'state' | 'reason' | 'summary'> &
  Pick<PaperChanges, 'withoutText'>

/** `looks`: one for each pair of pages, in order; undefined for a pair that couldn't be compared. */
export function storedChanges(
  { pages, pictures, ...rest }: PaperChanges,
  looks: readonly (PagesLook | undefined)[],
): StoredChanges {
  const lookOf = new Map(pictures.map(({ newer }, at) => [newer.page, looks[at]]))
  return {
    ...rest,
    pages: pages.map(({ verdict, ...page }) => {
      const look = lookOf.get(page.page)
      if (verdict === 'scanned') return { ...page, verdict: 'uncompared' }
      if (verdict !== 'withoutText') return { ...page, verdict: verdictOf(verdict, look) }
      if (page.was === undefined) return { ...page, verdict: 'added' }
      if (look === undefined) return { ...page, verdict: 'uncompared' }
      return { ...page, verdict: look === 'same' ? 'looksSame' : 'looksDifferent' }
    }),
  }
}

type Verdict = StoredChanges['pages'][number]['verdict']

function verdictOf(
  words: 'same' | 'changed' | 'moved' | 'added',
  look: PagesLook | undefined,
): Verdict {
  if (look === 'different') return 'looksDifferent'
  return words === 'same' && look !== 'same' ? 'sameWords' : words
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
  const changes = [
    changed.length > 0 ? changesSummary(changed) : [],
    removedPages.length > 0 ? removedText(removedPages.length) : [],
    uncompared.length > 0 ? `${pagesText(uncompared)} could not be compared` : [],
  ].flat()
  const isNothingFound = changed.length === 0 && removedPages.length === 0
  if (pages.some(({ verdict }) => verdict === 'sameWords')) {
    return changes.length === 0
      ? 'The same words'
      : `${changes.join('; ')}; the rest has the same words`
  }
  if (changes.length === 0) return changesSummary([])
  return [...changes, ...(isNothingFound ? ['nothing else changed'] : [])].join('; ')
}

function removedText(count: number): string {
  return counted(count, 'page was removed', 'pages were removed')
}
