import * as z from 'zod/mini'

/** The items that a reader has marked, by the item's id. */
export type Marks = Record<string, boolean>

const marks = z.record(z.string(), z.boolean())

export function keptMarks(storage: Storage, uid: string, agendaId: string): Marks {
  try {
    const parsed = z.safeParse(marks, JSON.parse(storage.getItem(keyOf(uid, agendaId)) ?? '{}'))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

export function keepMarks(storage: Storage, uid: string, agendaId: string, kept: Marks): void {
  try {
    storage.setItem(keyOf(uid, agendaId), JSON.stringify(kept))
  } catch {
    // If storage is full or unavailable, the marks last until the page is closed.
  }
}

const keyOf = (uid: string, agendaId: string) => `agendaMarks-${agendaId}-${uid}`
