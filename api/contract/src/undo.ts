import { slotOf } from '@portal/domain/ids'
import * as z from 'zod/mini'
import type { AuditEntry } from './audit.ts'
import { revisionNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'

/** An entry of the audit, or the newest change of a subject, which must be of this kind and the caller's own. */
export const undoneChange = z.union([
  z.object({ entry: z.string().check(z.minLength(1), z.maxLength(100)) }),
  z.object({
    subject: z.string().check(z.minLength(1), z.maxLength(500)),
    what: z.string().check(z.minLength(1), z.maxLength(100)),
    /** For a slot: the revision that the change made, so that a later change isn't undone instead. */
    revision: z.optional(revisionNumber),
  }),
])
export type UndoneChange = z.infer<typeof undoneChange>

export const undoChanges = endpoint({
  method: 'POST',
  path: '/api/undo',
  callers: 'admins',
  summary:
    'Undoes changes of slots, publications of quarters, and deletions of directory entries and agendas, all or none; as new revisions. Refused if something was changed since. Repeating it changes nothing.',
  body: z.object({ changes: z.array(undoneChange).check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({
    /** What is as it was before, in the order of the request. */
    undone: z.array(z.object({ subject: z.string(), what: z.string() })),
  }),
  fresh: 'content',
})

const ofSlots = ['mapping saved', 'slot unmapped', 'change undone']
const ofQuarters = ['quarter published', 'quarter put in preparation', 'change undone']
const deletions = ['directory entry deleted', 'agenda deleted']

/** Whether a recorded change is of a kind that can be undone. */
export function isUndoable({
  what,
  subject,
  before,
  after,
}: Pick<AuditEntry, 'what' | 'subject' | 'before' | 'after'>): boolean {
  if (deletions.includes(what)) return before !== null
  if (subject.startsWith('quarter-')) return ofQuarters.includes(what)
  if (!ofSlots.includes(what) || !slotOf(subject) || after === null) return false
  // The source of an agenda depends on more than its slot.
  return modeOf(before) === modeOf(after)
}

/**
 * The ids of the changes that are taken back. The entries are of one subject or of several, newest first; an undo that was
 * undone itself takes nothing back.
 */
export function undoneEntries(
  newestFirst: readonly Pick<AuditEntry, 'id' | 'undoes'>[],
): ReadonlySet<string> {
  const undone = new Set<string>()
  for (const { id, undoes } of newestFirst) {
    if (undoes && !undone.has(id)) undone.add(undoes.entry)
  }
  return undone
}

function modeOf(mapping: unknown): string {
  const { mode } = (mapping ?? {}) as { mode?: unknown }
  return mode === 'native' ? 'native' : 'drive'
}
