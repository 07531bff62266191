import { isApiError } from './client.ts'
import { dayOf, onDayText, todayIn } from '@portal/domain/days'
import { quarterName } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { changesQuery } from '@portal/remote-kit/queries/versions'
import { useQuery } from '@portal/remote-kit/query'
import { useLocation, useSearchParams } from '@portal/remote-kit/router'
import type { ShownChange, ShownChanges } from '@portal/shared-ui/shown-changes'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { useMemo } from 'react'
import type { OpenedVersion } from './paper-versions/paper-versions.tsx'
import { type LastQuarter, lastQuarter, useLastQuarter } from './paper-versions/use-last-quarter.ts'
import type { PaperChanges } from '@portal/contract/paper-versions'

type Paper = { id: string; version?: number | undefined }

/** A paper's changes for the viewer; undefined if there is nothing to show. */
export function usePaperChanges(
  paper: Paper | undefined,
  /** By default, compares the shown version with the last one that its reader read, if it is newer. */
  opened: OpenedVersion,
  slot?: Slot,
): ShownChanges | undefined {
  const { call, config, person } = usePortal()
  const close = useEndComparison()
  // Nothing is requested before the paper is on the screen.
  const isDrawn = useDrawn()
  const canCompare = isDrawn && paper?.version !== undefined
  const reading = useQuery({
    ...readingQuery(call, { documentId: paper?.id ?? '' }),
    enabled: canCompare && canKeepReading(person) && opened.since === undefined,
  }).data
  const read = reading?.isOn
    ? reading.papers.find(({ documentId }) => documentId === paper?.id)
    : undefined
  const to = opened.version ?? paper?.version ?? 1
  const isShown = to === paper?.version
  const earlier = isShown && !read?.isRead ? read?.earlier : undefined
  const isQuarterly = opened.since === lastQuarter
  const since = opened.since === lastQuarter ? undefined : opened.since
  const before = useLastQuarter(isQuarterly ? slot : undefined)
  const from = isQuarterly ? before?.paper?.version : (since ?? earlier?.version)
  const against = isQuarterly ? before?.paper?.id : undefined
  const isSame = from === to && against === undefined
  const changes = useQuery({
    ...changesQuery(call, paper?.id ?? '', { from: from ?? 1, to, against }),
    enabled: canCompare && from !== undefined && !isSame,
  })
  // The marks are redrawn only if they differ.
  const shown = useMemo(() => changes.data && viewerChanges(changes.data), [changes.data])
  if (isQuarterly && before && !before.paper) return { ...noPaperIn(before), close }
  if (from === undefined || isSame) return undefined
  const { timeZone } = config.foundation
  if (opened.since === undefined) {
    if (!shown || !earlier || shown.changes.length === 0) return undefined
    const day = onDayText(dayOf(new Date(earlier.readAt), timeZone), todayIn(timeZone))
    return { title: `Changed since you read it ${day}.`, ...shown }
  }
  const title = before
    ? `${quarterName(before.quarter)}, compared with ${quarterName(before.last)}.`
    : `Version ${to}, compared with version ${from}.`
  if (shown) return { title, ...shown, close }
  if (!changes.error || changes.isFetching) {
    return { title, summary: 'Looking for changes …', changes: none, close }
  }
  const retry = () => void changes.refetch()
  return { title, summary: failure(changes.error), changes: none, close, retry }
}

const none: readonly ShownChange[] = []

function noPaperIn({ last }: LastQuarter): ShownChanges {
  const title = `There is no paper of ${quarterName(last)} to compare with.`
  return { title, summary: '', changes: none }
}

/** Removes the comparison from the address. */
function useEndComparison(): () => void {
  const [, setSearch] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  return () =>
    setSearch(
      (search) => {
        search.delete('since')
        return search
      },
      { replace: true, state },
    )
}

function failure(error: Error): string {
  return isApiError(error) ? error.message : 'That didn’t work. Please try again.'
}

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

/** The pages that contain changed passages. */
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
