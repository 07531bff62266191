import type { DirectoryEntry } from '@portal/contract/directory'
import { changedSince, recordUndo, type Restoring } from '../../platform/audit/restoring.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { refuseTaken } from './bodies-service.ts'
import {
  bodiesCollection,
  type BodyContent,
  type TermContent,
  termsCollection,
} from './stored-bodies.ts'

type Parts = {
  terms: {
    refuseImpossible: (term: TermContent, others: readonly TermContent[], path: string) => void
  }
  directory: { entries: () => DirectoryEntry[] }
  now: () => Date
}

/** Undoes a save of a body, and a save or the deletion of a term. */
export function restoringBodies({ terms, directory, now }: Parts) {
  const ofBody: Restoring = async (transaction, person, change) => {
    const { subject, before, after: saved } = change
    const collection = bodiesCollection.raw(transaction)
    const current = await collection.get(subject)
    if (!current || !before || !saved || !isSameBody(bodyOf(current), saved)) throw changedSince()
    // Another body may have got the name since.
    const { documents } = await bodiesCollection.in(transaction).list()
    refuseTaken(subject, (before as BodyContent).name, documents)
    return async () => {
      await collection.update(subject, before, current.revision)
      await recordUndo(transaction, change, { at: now(), by: person, before: saved, after: before })
    }
  }
  const ofTerm: Restoring = async (transaction, person, change) => {
    const { subject, before, after: saved, deletedRevision = 0 } = change
    const collection = termsCollection.raw(transaction)
    const { documents } = await collection.list()
    const current = documents.find(({ id }) => id === subject)
    const isAsLeft = saved ? current && isSameBody(bodyOf(current), saved) : !current
    if (!isAsLeft || !before) throw changedSince()
    const after = before as TermContent
    // A person may have been erased since.
    if (!directory.entries().some(({ id }) => id === after.person)) {
      throw new Refusal('conflict', 'This person is no longer in the directory.')
    }
    const others = documents.filter(({ id }) => id !== subject).map(bodyOf)
    terms.refuseImpossible(after, others as TermContent[], '')
    return async () => {
      if (current) await collection.update(subject, after, current.revision)
      else await collection.create(subject, after, deletedRevision + 1)
      await recordUndo(transaction, change, { at: now(), by: person, before: saved, after })
    }
  }
  return { ofBody, ofTerm }
}
