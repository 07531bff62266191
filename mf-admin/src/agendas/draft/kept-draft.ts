import { type Agenda, agenda } from '@portal/contract/agendas'
import { type AgendaDraft, contentOf, draftOf } from './agenda-draft.ts'
import { dropKept, readKept, writeKept } from '../../shared/kept-on-device.ts'

/** What was typed and the agenda it was typed over; null where there was none. */
export type Edited = { base: Agenda | null; draft: AgendaDraft }

/** What is kept of an edit: beside it the title of a new item that was typed and not added yet. */
type Typed = Edited & { typed?: string | undefined }

/** An edit that was left on this device, and when it was last worked on. */
export type KeptDraft = Typed & { at: number }

/** Which agenda of which reader; `new` for one that has no quarter yet. The sign-out forgets it. */
export type DraftName = { uid: string; agendaId: string }

const unsaved = { id: '', year: 0, quarter: 0, updatedAt: '', revision: 0 }

export function keptDraft(storage: Storage, name: DraftName): KeptDraft | undefined {
  const kept = readKept(storage, keyOf(name))
  if (typeof kept !== 'object' || kept === null) return undefined
  const { base, content, typed, at } = kept as Record<string, unknown>
  // By the schema of what is stored, which has no limits: a text that is too long to be saved is kept, too.
  const draft = agenda.safeParse({ ...unsaved, ...(content as object) }).data
  const from = base === null ? null : agenda.safeParse(base).data
  if (!draft || from === undefined || typeof at !== 'number') return undefined
  const named = typeof typed === 'string' && typed !== '' ? { typed } : {}
  return { base: from, draft: draftOf(draft), ...named, at }
}

export function keepDraft(storage: Storage, name: DraftName, edited: Typed, at: number): void {
  const { base, draft, typed } = edited
  writeKept(storage, keyOf(name), { base, content: contentOf(draft), ...(typed && { typed }), at })
}

export function dropDraft(storage: Storage, name: DraftName): void {
  dropKept(storage, keyOf(name))
}

const keyOf = ({ uid, agendaId }: DraftName) => `agendaDraft-${agendaId}-${uid}`
