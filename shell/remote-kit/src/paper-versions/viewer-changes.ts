import type { PaperChanges } from '@portal/contract/paper-versions'
import type { ShownChange, ShownChanges } from '@portal/shared-ui/shown-changes'

/** From this share of changed words, a list of passages says less than this sentence. */
const mostlyChanged = 0.5

const pageKinds = {
  added: 'pageAdded',
  moved: 'pageMoved',
  looksDifferent: 'looksDifferent',
} as const

/** What the viewer shows of a comparison. */
export function viewerChanges(changes: PaperChanges, title: string): ShownChanges {
  if (changes.state === 'unreadable') {
    return { title, summary: changes.reason ?? 'They can’t be compared.', changes: [] }
  }
  const { summary, changedShare } = changes
  const sentence = `${summary}.`
  return {
    title,
    summary:
      changedShare > mostlyChanged ? `Most of this paper is new: ${lowered(sentence)}` : sentence,
    changes: [...passagesOf(changes), ...pagesOf(changes), ...removedOf(changes)].toSorted(
      (a, b) => a.page - b.page,
    ),
  }
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

/** A removed page is shown on the page that is in its place now, or on the last one. */
function removedOf({ pages, removedPages }: PaperChanges): ShownChange[] {
  return removedPages.map((removed) => {
    const next = pages.find(({ was = 0 }) => was > removed)?.page
    const page = next ?? pages.at(-1)?.page ?? 1
    const before = `Page ${removed} of the version before`
    return { kind: 'pagesRemoved', page, ranges: [], before, after: '' }
  })
}

function lowered(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
}
