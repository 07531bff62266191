import { agendaContent } from '@portal/contract/agendas'
import { type AuditEntry, listAudit } from '@portal/contract/audit'
import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import type { Call } from '@portal/remote-kit/client'
import { adminQuery } from '../../shared/queries.ts'
import { type AgendaDraft, draftOf } from '../draft/agenda-draft.ts'

/** How many entries of the audit a page of the history has at most. */
const pageSize = 10

/** A page of the changes of a quarter's agenda, newest first. */
export function agendaHistoryQuery(call: Call, quarter: Quarter, after: string | undefined) {
  const subject = quarterId(quarter)
  const query = { subject, limit: pageSize, ...(after === undefined ? {} : { after }) }
  return adminQuery(call, listAudit, ['admin', 'agenda history', subject, after], { query })
}

/** What a change of an agenda has left. */
export type AgendaVersion = { entry: AuditEntry; draft: AgendaDraft }

/** The versions in the audit's entries; a deletion or a move to another quarter has left none. */
export function agendaVersions(entries: readonly AuditEntry[]): AgendaVersion[] {
  return entries.flatMap((entry) => {
    if (entry.after === null || entry.what === 'agenda moved') return []
    const content = agendaContent.safeParse(entry.after).data
    return content ? [{ entry, draft: draftOf(content) }] : []
  })
}
