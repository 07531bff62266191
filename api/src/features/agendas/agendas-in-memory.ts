import type { MeetingRef } from '@portal/domain/meeting-ref'
import { meetingId } from '@portal/domain/meeting-ref'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { agendasCollection, type RawAgenda } from './stored-agenda.ts'

/** Every stored agenda, from memory and without any check of access. For the portal itself. */
export type AgendasInMemory = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (meeting: MeetingRef) => Stored<RawAgenda> | undefined
  all: () => Stored<RawAgenda>[]
}

export function createAgendasInMemory(store: DocumentStore): AgendasInMemory {
  const agendas = agendasCollection.hot(store, undefined, 'agendas')
  return {
    ready: agendas.ready,
    version: agendas.version,
    get: (meeting) => agendas.get(meetingId(meeting)),
    all: agendas.all,
  }
}
