import type { reportEditing } from '@portal/contract/agendas'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { authorOf } from '../../platform/audit/record-change.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { agendasOf } from './stored-agenda.ts'

const editor = z.object({
  /** An open editor; a person may have several. */
  page: z.string(),
  uid: z.string(),
  name: z.string(),
  item: z.optional(z.string()),
  /** When it was last reported, ISO 8601. */
  at: z.string(),
})

/** Who has an agenda open in the editor: one document per agenda, shared by every instance of the API. */
const editorsCollection = defineCollection('agenda_editors', z.object({ editors: z.array(editor) }))

/** An editor that hasn't been reported for so long is closed; open ones report every 15 s. In ms. */
const shownFor = 45_000

/** How many open editors of an agenda are kept. */
const mostEditors = 20

type Report = {
  page: string
  item?: string | undefined
  /** That the edit is based on. */
  revision?: number | undefined
  leaves?: boolean | undefined
}

type Parts = { store: DocumentStore; now: () => Date }

/** Who else edits an agenda right now. It is no change of the agenda, so the audit doesn't have it. */
export function createAgendaEditors({ store, now }: Parts) {
  return {
    async report(
      person: Person,
      meeting: MeetingRef,
      { page, item, revision, leaves = false }: Report,
    ): Promise<Reply<typeof reportEditing>> {
      mustManagePortal(person)
      const id = meetingId(meeting)
      const at = now()
      return store.transaction(async (transaction) => {
        const stored = editorsCollection.in(transaction)
        const current = await stored.get(id)
        const agenda = await agendasOf(meeting).in(transaction).get(id)
        const isNewer = agenda !== undefined && agenda.revision !== revision && !leaves
        const savedBy = isNewer ? await authorOf(transaction, id, agenda) : undefined
        const open = (current?.editors ?? []).filter(
          (known) => known.page !== page && at.getTime() - Date.parse(known.at) < shownFor,
        )
        const { uid, displayName, email } = person
        const own = { page, uid, name: displayName || email, at: at.toISOString() }
        const next = leaves ? open : [{ ...own, ...(item ? { item } : {}) }, ...open]
        if (next.length > 0) {
          await stored.put(id, { editors: next.slice(0, mostEditors) }, current)
        } else if (current) {
          await stored.delete(id, current.revision)
        }
        const others = open.filter((known) => known.uid !== uid)
        return {
          others: [...Map.groupBy(others, (known) => known.uid).values()].map(([newest]) => ({
            name: newest!.name,
            ...(newest!.item ? { item: newest!.item } : {}),
          })),
          ...(agenda ? { revision: agenda.revision } : {}),
          ...(savedBy === undefined ? {} : { savedBy }),
        }
      })
    },
  }
}

/** Removes a person from the agendas that they had open. */
export async function forgetEditor(store: DocumentStore, uid: string): Promise<void> {
  const isOther = (known: { uid: string }) => known.uid !== uid
  for await (const agendas of editorsCollection.in(store).pages()) {
    for (const { id } of agendas.filter(({ editors }) => !editors.every(isOther))) {
      await store.transaction(async (transaction) => {
        const stored = editorsCollection.in(transaction)
        const current = await stored.get(id)
        const others = current?.editors.filter(isOther) ?? []
        if (others.length > 0) await stored.put(id, { editors: others }, current)
        else if (current) await stored.delete(id, current.revision)
      })
    }
  }
}
