import type { Person } from '@portal/contract/portal'
import type { PaperChanges } from '@portal/contract/paper-versions'
import { onOneLine } from '@portal/domain/shown-text'
import type { ChangeToMark } from '../note-exports/note-exports-feature.ts'
import type { ChangesService } from '../paper-changes/paper-changes-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { BookInput, BookPaper, BookPlan, PlannedPaper } from './book.ts'

/** Names of the papers that a book of changes leaves out. */
type LeftOut = Pick<BookInput, 'unchanged' | 'sameWords' | 'uncompared'>

type Comparing = { plan: BookPlan; reader: Person; signal: AbortSignal }

/** Returns what a book of changes contains of a paper, or why it leaves the paper out. */
export function createChangeFinder(changes: Pick<ChangesService, 'get'>) {
  return async (
    { plan, reader, signal }: Comparing,
    content: PlannedPaper['content'],
  ): Promise<Pick<BookPaper, 'pages' | 'remark' | 'changes'> | keyof LeftOut> => {
    if (!('sha256' in content)) return 'uncompared'
    const { documentId, version, sha256 } = content
    const before = plan.since?.papers.find((paper) => paper.documentId === documentId)
    if (!before) return { remark: 'New since your copy' }
    if (before.sha256 === sha256) return 'unchanged'
    const between = { from: before.version, to: version }
    const compared = await changes
      .get(reader, documentId, between, signal)
      .catch((error: unknown) => {
        // The earlier version was withdrawn or is no longer kept.
        if (error instanceof Refusal && error.code !== 'unavailable') return undefined
        throw error
      })
    if (compared?.state !== 'compared') return { remark: 'Another version than in your copy' }
    const pages = changedPages(compared)
    const remark = `Changed since your copy: ${compared.summary}`
    if (pages.length > 0) return { remark, pages, changes: changesToMark(compared) }
    if (compared.removedPages.length > 0) return { remark }
    return compared.pages.some(({ verdict }) => verdict === 'sameWords') ? 'sameWords' : 'unchanged'
  }
}

function changedPages({ pages, passages }: PaperChanges): number[] {
  const changed = pages.flatMap(({ page, verdict }) =>
    ['added', 'moved', 'looksDifferent', 'uncompared'].includes(verdict) ? [page] : [],
  )
  const within = passages.flatMap(({ after }) => after.map(({ page }) => page))
  // For deleted words, the page where they were.
  const removed = pages.flatMap(({ page, verdict }) => (verdict === 'changed' ? [page] : []))
  return [...new Set([...changed, ...within, ...removed])].toSorted((a, b) => a - b)
}

/** How much of a changed passage is quoted, in characters. */
const longestQuotation = 300

function changesToMark({ pages, passages }: PaperChanges): ChangeToMark[] {
  const inPassages = passages.flatMap(({ kind, after, beforeText }): ChangeToMark[] => {
    const color = kind === 'removed' ? 'changed' : kind
    const text = changeInWords(kind, onOneLine(beforeText))
    const byPage = Map.groupBy(after, ({ page }) => page)
    return [...byPage].map(([page, ranges], part) => ({
      color,
      page,
      ranges: ranges.filter(({ from, to }) => from < to),
      // Only the first part has the text.
      text: part === 0 ? text : '',
    }))
  })
  const whole = pages.flatMap(({ page, verdict }): ChangeToMark[] => {
    const words = pageChanges[verdict]
    return words ? [{ ...words, page, ranges: [] }] : []
  })
  return [...inPassages, ...whole].toSorted((a, b) => a.page - b.page)
}

const pageChanges: Partial<
  Record<PaperChanges['pages'][number]['verdict'], Pick<ChangeToMark, 'color' | 'text'>>
> = {
  added: { color: 'added', text: 'This page is new.' },
  moved: { color: 'moved', text: 'This page was moved.' },
  looksDifferent: { color: 'changed', text: 'This page looks different.' },
  uncompared: { color: 'changed', text: 'This page could not be compared.' },
}

function changeInWords(kind: PaperChanges['passages'][number]['kind'], before: string): string {
  if (kind === 'added') return 'New'
  if (kind === 'moved') return 'Moved'
  const quoted =
    before.length > longestQuotation ? `${before.slice(0, longestQuotation).trimEnd()} …` : before
  return `${kind === 'removed' ? 'Removed' : 'Changed from'}: “${quoted}”`
}
