import { isApiError } from '@portal/contract/client'
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
import { viewerChanges } from './paper-versions/viewer-changes.ts'

type Paper = { id: string; version?: number | undefined }
/** A paper's changes for the viewer; undefined if there is nothing to show. */
export function usePaperChanges(
  paper: Paper | undefined,
  /** By default, compares the shown version with the last one that its reader read, if it is newer. */
  asked: OpenedVersion,
  slot?: Slot,
): ShownChanges | undefined {
  const { call, config, person } = usePortal()
  const close = useEndComparison()
  // Nothing is requested before the paper is on the screen.
  const isDrawn = useDrawn()
  const canCompare = isDrawn && paper?.version !== undefined
  const reading = useQuery({
    ...readingQuery(call, { documentId: paper?.id ?? '' }),
    enabled: canCompare && canKeepReading(person) && asked.since === undefined,
  }).data
  const read = reading?.isOn
    ? reading.papers.find(({ documentId }) => documentId === paper?.id)
    : undefined
  const to = asked.version ?? paper?.version ?? 1
  const isShown = to === paper?.version
  const earlier = isShown && !read?.isRead ? read?.earlier : undefined
  const isQuarterly = asked.since === lastQuarter
  const since = asked.since === lastQuarter ? undefined : asked.since
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
  if (asked.since === undefined) {
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
