import type { Agenda } from '@portal/contract/agendas'
import type { Person } from '@portal/contract/portal'
import type { Quarter } from '@portal/contract/quarter'
import { seesUnpublished } from '../access.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { normalAgenda } from './agenda-normal.ts'

const agendasCollection = 'agendas'

/** The document id of a quarter's native agenda. */
const agendaId = ({ year, quarter }: Quarter) => `${year}-Q${quarter}`

export type AgendasService = {
  /** The quarter's agenda: published, or a draft for those who see drafts. */
  get: (person: Person, quarter: Quarter) => Promise<Agenda>
}

export function createAgendasService({ store }: { store: DocumentStore }): AgendasService {
  return {
    async get(person, { year, quarter }) {
      const stored = await store.get(agendasCollection, agendaId({ year, quarter }))
      if (!stored) {
        throw new Refusal('notFound', `No agenda has been created for ${year} Q${quarter}.`)
      }
      const agenda = normalAgenda(stored, { year, quarter })
      if (agenda.status !== 'published' && !seesUnpublished(person)) {
        const sentence = `The agenda for ${year} Q${quarter} is not published yet.`
        throw new Refusal('notPublished', sentence)
      }
      return agenda
    },
  }
}
