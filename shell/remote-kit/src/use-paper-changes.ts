import { isApiError } from '@portal/contract/client'
import { dayOf, onDayText, todayIn } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { changesQuery } from '@portal/remote-kit/queries/versions'
import { useQuery } from '@portal/remote-kit/query'
import type { ShownChanges } from '@portal/shared-ui/shown-changes'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { viewerChanges } from './paper-versions/viewer-changes.ts'

type Paper = { id: string; version?: number | undefined }
type Asked = {
  /** The version that is open; by default the one that the portal shows. */
  version?: number | undefined
  /** The version to compare with; by default the one that the reader read last, if there is a newer one. */
  since?: number | undefined
}

/** What the viewer shows of a paper's changes; undefined if there is nothing to show. */
export function usePaperChanges(paper: Paper | undefined, asked: Asked): ShownChanges | undefined {
  const { call, config, person } = usePortal()
  // Nothing of it is asked for before the paper is on the screen.
  const isDrawn = useDrawn()
  const canCompare = isDrawn && paper?.version !== undefined
  const reading = useQuery({
    ...readingQuery(call),
    enabled: canCompare && canKeepReading(person) && asked.since === undefined,
  }).data
  const read = reading?.isOn
    ? reading.papers.find(({ documentId }) => documentId === paper?.id)
    : undefined
  const to = asked.version ?? paper?.version ?? 1
  const isShown = to === paper?.version
  const earlier = isShown && !read?.isRead ? read?.earlier : undefined
  const from = asked.since ?? earlier?.version
  const changes = useQuery({
    ...changesQuery(call, paper?.id ?? '', { from: from ?? 1, to }),
    enabled: canCompare && from !== undefined && from !== to,
  })
  if (from === undefined || from === to) return undefined
  const { timeZone } = config.foundation
  const title =
    asked.since === undefined && earlier
      ? `Changed since you read it ${onDayText(dayOf(new Date(earlier.readAt), timeZone), todayIn(timeZone))}.`
      : `Version ${to}, compared with version ${from}.`
  if (changes.data) {
    const shown = viewerChanges(changes.data, title)
    return shown.changes.length > 0 || asked.since !== undefined ? shown : undefined
  }
  if (asked.since === undefined) return undefined
  const summary = changes.error ? failure(changes.error) : 'Looking for changes …'
  return { title, summary, changes: [] }
}

function failure(error: Error): string {
  return isApiError(error) ? error.message : 'That didn’t work. Please try again.'
}
