import type { AuditEntry } from '@portal/contract/audit'
import type { Person } from '@portal/contract/portal'
import { slotOf } from '@portal/domain/ids'
import { meetingId, meetingOf } from '@portal/domain/meeting-ref'
import { closedSession } from '@portal/domain/who-may-read'
import type { SyncedDocument } from '../documents/documents-feature.ts'
import type { VisibilityService } from './visibility-feature.ts'

type Parts = {
  visibility: VisibilityService
  documents: { get: (id: string) => (SyncedDocument & { id: string }) | undefined }
}

type Value = Record<string, unknown>

/** The audit as a person may read it: an entry keeps what happened, and nothing of a closed item or its papers. */
export function createAuditMask({ visibility, documents }: Parts) {
  return (person: Person): ((entry: AuditEntry) => AuditEntry) => {
    const reader = visibility.readerOf(person)
    const isHidden = (id: string) => {
      const document = documents.get(id)
      if (document) return !visibility.mayReadPaper(reader, document)
      // It is deleted, but its slot knows it.
      return visibility.isRestricted(id) && !visibility.mayReadPaper(reader, { id, path: '' })
    }
    const closed = visibility
      .restrictions()
      .filter(({ thing }) => !visibility.mayReadItem(reader, { ...thing, isInPreparation: false }))
    if (closed.length === 0 && !visibility.hasClosedPapers()) return (entry) => entry

    const isShut = (agenda: string, item: Value) =>
      closed.some(
        ({ record, agendas }) => agendas.includes(agenda) && record.item?.['id'] === item['id'],
      )

    /** `agenda`: the id of the meeting that a value is about, if it is about one. */
    const masked = (value: unknown, agenda: string): unknown => {
      if (Array.isArray(value)) return value.map((each) => masked(each, agenda))
      if (!isRecord(value)) return value
      const { id, time, duration, documentId, closed: key } = value
      if (typeof documentId === 'string' && isHidden(documentId)) return { title: closedSession }
      if (isShut(agenda, value)) {
        return { id, title: closedSession, time, duration, ...(key ? { closed: key } : {}) }
      }
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => {
          const slot = slotOf(name)
          if (slot && visibility.isClosedTo(reader, slot)) return [name, { title: closedSession }]
          const meeting = meetingOf(name)
          return [name, masked(each, meeting ? meetingId(meeting) : agenda)]
        }),
      )
    }

    return (entry) => {
      const { subject, papers = {} } = entry
      const slot = slotOf(subject)
      if (isHidden(subject) || (slot && visibility.isClosedTo(reader, slot))) {
        const { papers: _papers, reason: _reason, ...rest } = entry
        return { ...rest, before: null, after: { name: closedSession } }
      }
      const shown = Object.entries(papers).filter(([id]) => !isHidden(id))
      return {
        ...entry,
        before: masked(entry.before, subject),
        after: masked(entry.after, subject),
        ...(entry.papers ? { papers: Object.fromEntries(shown) } : {}),
      }
    }
  }
}

function isRecord(value: unknown): value is Value {
  return typeof value === 'object' && value !== null
}
