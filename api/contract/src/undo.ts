import * as z from 'zod/mini'
import { largest, revisionNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'

/** @deprecated Import them from `@portal/domain/undoable-changes`. */
export { isUndoable, undoneEntries } from '@portal/domain/undoable-changes'

/** An entry of the audit, or the newest change of a subject, which must be of this kind and the caller's own. */
export const undoneChange = z.union([
  z.object({ entry: z.string().check(z.minLength(1), z.maxLength(100)) }),
  z.object({
    subject: z.string().check(z.minLength(1), z.maxLength(500)),
    what: z.string().check(z.minLength(1), z.maxLength(100)),
    /** For a slot or an agenda: the revision that the change made, so that a later change isn't undone instead. */
    revision: z.optional(revisionNumber),
  }),
])
export type UndoneChange = z.infer<typeof undoneChange>

export const undoChanges = endpoint({
  method: 'POST',
  path: '/api/undo',
  callers: 'admins',
  summary:
    'Undoes changes of slots, publications of quarters, saves and deletions of directory entries and agendas, and saves of a remote’s policy or settings, all or none; as new revisions. Refused if something was changed since. Repeating it changes nothing. A change of a term needs a sign-in of the last minutes, as the change itself did.',
  body: z.object({
    changes: z.array(undoneChange).check(z.minLength(1), z.maxLength(largest.slots)),
  }),
  reply: z.object({
    /** What is as it was before, in the order of the request. */
    undone: z.array(z.object({ subject: z.string(), what: z.string() })),
  }),
  fresh: 'content',
})
