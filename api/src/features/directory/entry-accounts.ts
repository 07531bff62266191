import type { Person } from '@portal/contract/portal'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { directoryCollection } from './directory-service.ts'

/**
 * The account of an entry's person: the stored field `account`, a uid, which only the audit shows. Saves keep it, because
 * they keep the fields that they don't know; a change of the entry's address doesn't move it.
 */
export function createEntryAccounts({ store, now }: { store: DocumentStore; now: () => Date }) {
  return {
    /** The uid; its account may be gone. */
    async get(id: string): Promise<string | undefined> {
      const account = (await directoryCollection.raw(store).get(id))?.['account']
      return typeof account === 'string' ? account : undefined
    },

    /** Replaces a link to an account that is gone. */
    async link(person: Person, id: string, account: string): Promise<void> {
      mustManagePortal(person)
      await store.transaction(async (transaction) => {
        const entries = directoryCollection.raw(transaction)
        const current = await entries.get(id)
        if (!current) throw new Refusal('notFound', 'Directory entry not found')
        if (current['account'] === account) return
        const { documents } = await entries.list({ where: { account }, limit: 1 })
        if (documents.length > 0) {
          throw new Refusal(
            'conflict',
            'The account with this address belongs to another entry of the directory.',
          )
        }
        const before = bodyOf(current)
        const after = { ...before, account }
        await entries.update(id, after, current.revision)
        const what = 'directory entry saved'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
      })
    },
  }
}
