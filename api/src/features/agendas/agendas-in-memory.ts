import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { agendasCollection, meetingsCollection, type RawAgenda } from './stored-agenda.ts'

/** Every stored agenda, from memory and without any check of access. For the portal itself. */
export type AgendasInMemory = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (meeting: MeetingRef) => Stored<RawAgenda> | undefined
  /** Of every meeting. */
  all: () => Stored<RawAgenda>[]
  /** The meetings that aren't quarterly ones. */
  others: () => Stored<RawAgenda>[]
}

export function createAgendasInMemory(store: DocumentStore): AgendasInMemory {
  const agendas = agendasCollection.hot(store, undefined, 'agendas')
  const meetings = meetingsCollection.hot(store, undefined, 'meetings')
  const ready = Promise.all([agendas.ready, meetings.ready]).then(() => undefined)
  ready.catch(() => undefined)
  return {
    ready,
    // Both only grow, so the sum changes with either of them.
    version: () => agendas.version() + meetings.version(),
    get: (meeting) => (isQuarterly(meeting) ? agendas : meetings).get(meetingId(meeting)),
    all: () => [...agendas.all(), ...meetings.all()],
    others: meetings.all,
  }
}
