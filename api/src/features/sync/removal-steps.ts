import { meetingOfMapping } from '@portal/domain/ids'
import {
  isQuarterly,
  isSameMeeting,
  type MeetingRef,
  type OtherMeeting,
} from '@portal/domain/meeting-ref'
import type { CalendarService } from '../calendar/calendar-feature.ts'
import { removeDocument, storedDocuments } from '../documents/documents-feature.ts'
import type { Log } from '../../platform/log.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import {
  withChanges,
  type HeldMeetings,
  type MissingPapers,
  readMissing,
  writeMissing,
} from './missing-papers.ts'
import type { DriveChange } from './drive.ts'
import { clearPaperCount, underLease } from './sync-state.ts'

/** What the removal rules depend on. */
export type RemovalParts = {
  store: DocumentStore
  mappings: Pick<MappingsService, 'ready' | 'slotsByDocument'>
  calendar: Pick<CalendarService, 'comingQuarters'>
  /** Whether a meeting that isn't a quarterly one is still to come. */
  isComing: (meeting: OtherMeeting) => boolean
  now: () => Date
  log: Log
}

/** Documents deleted per transaction. */
const batchSize = 50

/** Records missing and returned papers, in the same transaction as the cursor. */
export async function recordMissing(
  transaction: StoreOperations,
  changes: readonly DriveChange[],
): Promise<void> {
  const list = await readMissing(transaction)
  await writeMissing(transaction, list, withChanges(list, changes))
}

/**
 * Decides at the end of a run whether missing papers are removed or wait for an admin. Once papers wait, no later
 * run removes them, even if few remain.
 */
export async function decideRemovals(parts: RemovalParts, token: number): Promise<void> {
  const { store, mappings, calendar, now, log } = parts
  const listed = (await readMissing(store)).ids
  const stored = listed.length > 0 ? await storedDocuments(store) : []
  const known = new Set(stored.filter(({ isUploaded }) => !isUploaded).map(({ id }) => id))
  const isAnyKnown = listed.some((id) => known.has(id))
  const quarters = isAnyKnown ? await calendar.comingQuarters() : []
  await mappings.ready
  const slots = mappings.slotsByDocument()
  const meetingsOf = (id: string) =>
    (slots.get(id) ?? []).flatMap((slot) => meetingOfMapping(slot.id) ?? [])
  const others = listed.flatMap((id) =>
    meetingsOf(id).flatMap((meeting) =>
      !isQuarterly(meeting) && parts.isComing(meeting) ? [meeting.meeting] : [],
    ),
  )
  const meetings = [...new Set(others)]
  const isComing = (id: string) =>
    (slots.get(id) ?? []).some((slot) => isOfComing(slot.id, { quarters, meetings }))

  const verdict = await underLease(store, token, async (transaction, state) => {
    const before = await readMissing(transaction)
    const ids = before.ids.filter((id) => known.has(id))
    const coming = new Set(ids.filter(isComing))
    const reason = pauseReason({ missing: ids, papers: state.papers ?? known.size, coming })
    const { held, ...rest } = before
    const next: MissingPapers =
      ids.length > 0 && (held || reason)
        ? {
            ...rest,
            ids,
            held: {
              since: held?.since ?? now().toISOString(),
              reason: reason ?? held!.reason,
              quarters,
              ...(meetings.length > 0 ? { meetings } : {}),
            },
          }
        : { ...rest, ids: [], removing: [...rest.removing, ...ids] }
    await writeMissing(transaction, before, next)
    await clearPaperCount(transaction, state)
    return { before, next, count: ids.length }
  })
  if (verdict.next.held) {
    const { reason } = verdict.next.held
    log.warn('removals wait for an admin', { papers: verdict.count, reason })
  } else if (verdict.before.held) log.info('no more removals wait for an admin')
}

/** Removes the papers listed for removal, in batches; a run that is killed resumes where it stopped. */
export async function removeMissing(store: DocumentStore, token: number): Promise<void> {
  let left = (await readMissing(store)).removing.length
  while (left > 0) {
    left = await underLease(store, token, async (transaction) => {
      const list = await readMissing(transaction)
      for (const id of list.removing.slice(0, batchSize)) {
        await removeDocument(transaction, id)
      }
      const removing = list.removing.slice(batchSize)
      await writeMissing(transaction, list, { ...list, removing })
      return removing.length
    })
  }
}

export async function isNothingToRemove(transaction: StoreOperations): Promise<boolean> {
  return (await readMissing(transaction)).removing.length === 0
}

/** Whether a mapping belongs to one of these meetings. */
export function isOfComing(
  mappingId: string,
  { quarters, meetings = [] }: Pick<HeldMeetings, 'quarters' | 'meetings'>,
): boolean {
  const meeting = meetingOfMapping(mappingId)
  const coming: MeetingRef[] = [...quarters, ...meetings.map((id) => ({ meeting: id }))]
  return meeting !== undefined && coming.some((each) => isSameMeeting(each, meeting))
}

/** Why removals wait for an admin. */
type PauseReason = 'comingMeeting' | 'many'

/** Fewer missing papers than this never pause a run, regardless of their share. */
const minimumMissing = 3

/** A run may remove up to one in this many papers. */
const maxShare = 10

type RemovalCounts = {
  /** Papers missing from the drive. */
  missing: readonly string[]
  /** Number of papers before the run. */
  papers: number
  /** Papers mapped to a slot of the upcoming meeting. */
  coming: ReadonlySet<string>
}

/** Undefined if a run may remove the papers without an admin. */
export function pauseReason({ missing, papers, coming }: RemovalCounts): PauseReason | undefined {
  if (missing.some((id) => coming.has(id))) return 'comingMeeting'
  return missing.length >= minimumMissing && missing.length * maxShare > papers ? 'many' : undefined
}
