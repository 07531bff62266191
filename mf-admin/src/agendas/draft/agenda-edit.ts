import { type Agenda, agenda } from '@portal/contract/agendas'
import { type AgendaDraft, contentOf, draftOf } from './agenda-draft.ts'

/** The typed values and the agenda they are based on; null if there was none. */
export type EditedAgenda = { base: Agenda | null; draft: AgendaDraft }

/** An edit as stored, including the typed title of an item that isn't added yet. */
export type AgendaEdit = EditedAgenda & { typed?: string }

/** `agendaId` is `new` for an agenda that has no quarter yet. */
export const agendaDraftName = (agendaId: string) => `agendaDraft-${agendaId}`

export function storedEdit({ base, draft, typed }: AgendaEdit) {
  return { base, content: contentOf(draft), ...(typed && { typed }) }
}

export function parseEdit(stored: unknown): AgendaEdit | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { base, content, typed } = stored as Record<string, unknown>
  // The schema of stored agendas has no limits: a text that is too long to be saved is read, too.
  const parsed = agenda.safeParse({ ...unsaved, ...withoutEmptyMinutes(content) }).data
  const from = base === null ? null : agenda.safeParse(base).data
  if (!parsed || from === undefined) return undefined
  const named = typeof typed === 'string' && typed !== '' ? { typed } : {}
  const draft = draftOf(parsed)
  const items = draft.items.map((item) =>
    item.duration === notTyped ? { ...item, duration: Number.NaN } : item,
  )
  return { base: from, draft: { ...draft, items }, ...named }
}

const unsaved = { id: '', year: 0, quarter: 0, updatedAt: '', revision: 0 }

/** Takes the place of minutes that aren't typed yet (NaN), which JSON has no number for. */
const notTyped = -1e9

function withoutEmptyMinutes(content: unknown): object {
  const { items } = (content ?? {}) as { items?: unknown }
  if (!Array.isArray(items)) return content as object
  const numbered = items.map((item: { duration?: unknown } | null) =>
    item?.duration === null ? { ...item, duration: notTyped } : item,
  )
  return { ...(content as object), items: numbered }
}
