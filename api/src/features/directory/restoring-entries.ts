import { changedSince, recordUndo, type Restoring } from '../../platform/audit/restoring.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { directoryCollection, hasEntry } from './directory-service.ts'

/** Undoes the deletion or a save of an entry. A photo that it had before was deleted with the change. */
export function restoringEntry({ now }: { now: () => Date }): Restoring {
  return async (transaction, person, change) => {
    const { subject, before, after: saved, deletedRevision = 0 } = change
    const collection = directoryCollection.raw(transaction)
    const current = await collection.get(subject)
    const isAsLeft = saved ? current && isSameBody(bodyOf(current), saved) : !current
    if (!isAsLeft) throw changedSince()
    const { photoUrl: _, ...after } = before ?? {}
    if (saved?.['photoUrl'] !== undefined) after['photoUrl'] = saved['photoUrl']
    const { account } = after
    // It may have been linked to another entry since.
    if (!saved && typeof account === 'string' && (await hasEntry(transaction, account))) {
      delete after['account']
    }
    return async () => {
      if (current) await collection.update(subject, after, current.revision)
      else await collection.create(subject, after, deletedRevision + 1)
      await recordUndo(transaction, change, { at: now(), by: person, before: saved, after })
    }
  }
}
