import type { PaperChanges } from '@portal/contract/paper-versions'
import type { ShownChange, ShownChanges } from '@portal/shared-ui/shown-changes'

/** From this share of changed words, a sentence says more than a list of passages. */
const mostlyChanged = 0.5

const pageKinds = {
  added: 'pageAdded',
  moved: 'pageMoved',
  looksDifferent: 'looksDifferent',
} as const

/** From this many passages per page, papers are compared page by page: a budget's figures differ everywhere. */
const manyPassages = 8

type ViewerChanges = Pick<ShownChanges, 'summary' | 'changes'>

/** A comparison as the viewer shows it. */
export function viewerChanges(changes: PaperChanges): ViewerChanges {
  if (changes.state === 'unreadable') {
    return { summary: changes.reason ?? 'They can’t be compared.', changes: [] }
  }
  const { summary, changedShare, against, passages, pages } = changes
  const isMostlyNew = changedShare > mostlyChanged
  const sentence = `${summary}.`
  if (against !== undefined && (isMostlyNew || passages.length > manyPassages * pages.length)) {
    return {
      summary: `They differ nearly everywhere, so whole pages are marked: ${lowered(sentence)}`,
      changes: sortedByPlace([
        ...changedPagesOf(changes),
        ...pagesOf(changes),
        ...removedOf(changes),
      ]),
    }
  }
  return {
    summary: isMostlyNew ? `Most of this paper is new: ${lowered(sentence)}` : sentence,
    changes: sortedByPlace([...passagesOf(changes), ...pagesOf(changes), ...removedOf(changes)]),
  }
}

function sortedByPlace(changes: ShownChange[]): ShownChange[] {
  return changes.toSorted((a, b) => a.page - b.page)
}

/** The pages with changed passages, each as a whole. */
function changedPagesOf({ pages, passages }: PaperChanges): ShownChange[] {
  const changed = new Set(passages.map(({ after }) => after[0]?.page ?? 1))
  return pages.flatMap(({ page, verdict }) =>
    changed.has(page) && !(verdict in pageKinds)
      ? [{ kind: 'pageChanged', page, ranges: [], before: '', after: '' }]
      : [],
  )
}

function passagesOf({ passages }: PaperChanges): ShownChange[] {
  return passages.map(({ kind, after, beforeText, afterText }) => {
    return { kind, page: after[0]?.page ?? 1, ranges: after, before: beforeText, after: afterText }
  })
}

function pagesOf({ pages }: PaperChanges): ShownChange[] {
  return pages.flatMap(({ page, verdict }) => {
    const kind = verdict in pageKinds ? pageKinds[verdict as keyof typeof pageKinds] : undefined
    return kind ? [{ kind, page, ranges: [], before: '', after: '' }] : []
  })
}

/** Shows a removed page on the page in its place, or on the last one. */
function removedOf({ pages, removedPages, against }: PaperChanges): ShownChange[] {
  return removedPages.map((removed) => {
    const next = pages.find(({ was = 0 }) => was > removed)?.page
    const page = next ?? pages.at(-1)?.page ?? 1
    const before = `Page ${removed} of ${against === undefined ? 'the version before' : 'the other paper'}`
    return { kind: 'pagesRemoved', page, ranges: [], before, after: '' }
  })
}

function lowered(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
}
