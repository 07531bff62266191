import { everyNote } from '@portal/contract/listed-notes'
import type { Person } from '@portal/contract/portal'
import { quarterName } from '@portal/domain/quarter'
import { memberRights } from '../../access.ts'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import type { SyncedDocumentsService } from '../documents/documents-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { NotesService } from '../notes/notes-feature.ts'
import type { ReadingService } from '../reading/reading-feature.ts'
import { Refusal } from '../../refusal.ts'
import { type BookPlan, planBook } from './book-plan.ts'
import type { BooksKey, Making } from './stored-books.ts'

export type Asker = Making['by']

export type BookPlansParts = {
  agendas: Pick<AgendasService, 'get'>
  mappings: Pick<MappingsService, 'ofQuarter'>
  syncedDocuments: Pick<SyncedDocumentsService, 'get' | 'ready'>
  notes: Pick<NotesService, 'list' | 'get'>
  reading: Pick<ReadingService, 'takenBook'>
  foundation: { name: string; timeZone: string }
  publicUrl: string | undefined
}

export type BookPlans = {
  /** Plans the book as of now. `damaged`: hashes of originals known to be damaged but not yet marked. */
  of: (key: BooksKey, by: Asker, damaged?: ReadonlySet<string>) => Promise<BookPlan>
}

/** Books contain what a member sees, even if an admin asks for them. */
export function asReader({ uid, email, displayName }: Asker): Person {
  return {
    uid,
    email,
    ...(displayName === undefined ? {} : { displayName }),
    ...memberRights,
  }
}

export function createBookPlans(parts: BookPlansParts): BookPlans {
  const { agendas, mappings, syncedDocuments, notes, reading, foundation, publicUrl } = parts

  const shownAgenda = (reader: Person, { quarter }: BooksKey) =>
    agendas.get(reader, quarter).catch((error: unknown) => {
      if (error instanceof Refusal && ['notFound', 'notPublished'].includes(error.code)) {
        return undefined
      }
      throw error
    })

  const notesByPaper = async (reader: Person) => {
    const listed = await everyNote((after) => notes.list(reader, after))
    return Map.groupBy(listed, ({ note }) => note.documentId)
  }

  const copyOf = async (reader: Person, { quarter }: BooksKey) => {
    const taken = await reading.takenBook(reader, quarter)
    if (taken) return taken
    throw new Refusal(
      'notFound',
      `You have no copy of the board book of ${quarterName(quarter)} yet, so nothing can be compared with it.`,
    )
  }

  return {
    async of(key, by, damaged = new Set()) {
      await syncedDocuments.ready
      const reader = asReader(by)
      const { quarter, options, uid } = key
      const [agenda, own, copy] = await Promise.all([
        shownAgenda(reader, key),
        options.notes ? notesByPaper(reader) : new Map<string, never>(),
        options.changes ? copyOf(reader, key) : undefined,
      ])
      const plan = planBook({
        foundation: foundation.name,
        timeZone: foundation.timeZone,
        quarter,
        options,
        uid,
        agenda,
        mappings: mappings.ofQuarter(reader, quarter),
        document: syncedDocuments.get,
        publicUrl,
        damaged,
        notesOn: (documentId) =>
          (own.get(documentId) ?? []).map(({ note }) => `${note.id} ${note.revision}`),
        author: by.displayName ?? by.email,
        since: copy && { number: copy.number, papers: copy.papers },
      })
      if (plan) return plan
      const detail = `There is nothing in ${quarterName(quarter)} yet that a board book could be made of.`
      throw new Refusal('notFound', detail)
    },
  }
}
