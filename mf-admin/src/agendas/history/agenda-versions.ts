import { agendaContent } from '@portal/contract/agendas'
import { type AuditEntry, listAudit } from '@portal/contract/audit'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Call } from '@portal/remote-kit/client'
import { adminQuery } from '../../shared/queries.ts'
import { type AgendaDraft, draftOf } from '../draft/agenda-draft.ts'

/** How many entries of the audit a page of the history has at most. */
const pageSize = 10

/** A page of the changes of a meeting's agenda, newest first. */
export function agendaHistoryQuery(call: Call, meeting: MeetingRef, after: string | undefined) {
  const subject = meetingId(meeting)
  const query = { subject, limit: pageSize, ...(after === undefined ? {} : { after }) }
  return adminQuery(call, listAudit, ['admin', 'agenda history', subject, after], { query })
}

/** What a change of an agenda has left, or what was there before the first recorded change. */
export type AgendaVersion = {
  id: string
  entry: AuditEntry
  draft: AgendaDraft
  isBefore?: true
}

/**
 * The versions in a page of the audit's entries; a deletion or a move to another quarter has left none. The last page also
 * has the version before its last entry.
 */
export function agendaVersions({ entries, next }: Page): AgendaVersion[] {
  const versions = entries.flatMap((entry): AgendaVersion[] => {
    const draft = entry.what === 'agenda moved' ? undefined : draftIn(entry.after)
    return draft ? [{ id: entry.id, entry, draft }] : []
  })
  const first = entries.at(-1)
  const before = next === undefined && first?.what !== 'agenda moved' && draftIn(first?.before)
  if (!first || !before) return versions
  return [...versions, { id: `before ${first.id}`, entry: first, draft: before, isBefore: true }]
}

type Page = { entries: readonly AuditEntry[]; next?: string | undefined }

function draftIn(body: unknown): AgendaDraft | undefined {
  const content = agendaContent.safeParse(body).data
  return content && draftOf(content)
}
