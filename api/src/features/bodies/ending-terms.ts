import type { Person } from '@portal/contract/portal'
import type { Day } from '@portal/domain/days'
import { endedBy } from '@portal/domain/terms'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { type TermContent, termsCollection } from './stored-bodies.ts'

type EndedTerms = { by: Person; person: string; last: Day }

/**
 * Ends the terms of a person who leaves: those that would last longer get this last day, and those that would begin
 * later are deleted. Repeating it changes nothing.
 */
export async function endTerms(
  { store, now }: { store: DocumentStore; now: () => Date },
  { by, person, last }: EndedTerms,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const records = termsCollection.in(transaction)
    const { documents } = await records.list({ where: { person } })
    for (const stored of endedBy(documents, last)) {
      const { id: subject, revision } = stored
      const before = bodyOf(stored) as TermContent
      if (stored.from > last) {
        await records.delete(subject, revision)
        const deleted = { what: 'term deleted', deletedRevision: revision }
        await recordChange(transaction, { at: now(), by, subject, before, ...deleted })
        continue
      }
      const after = { ...before, to: last }
      await records.update(subject, after, revision)
      await recordChange(transaction, { at: now(), by, what: 'term saved', subject, before, after })
    }
  })
}
