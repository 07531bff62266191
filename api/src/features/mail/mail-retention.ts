import type { DocumentStore } from '../../platform/store/document-store.ts'
import { mailsCollection } from './stored-mail.ts'

type Parts = {
  store: DocumentStore
  /** How many days the outbox keeps a mail. */
  days: number
  /** What else is deleted at that age. */
  others: readonly ((before: Date) => Promise<void>)[]
  now: () => Date
}

/** In ms. */
const day = 24 * 3_600_000

/** Deletes mails that are older than the outbox keeps them. Formal notices stay, as the proof of what was sent. */
export function createMailRetention({ store, days, others, now }: Parts) {
  let last: number | undefined

  return {
    /** Looks once a day. Repeating it deletes what is left. */
    async run(signal: AbortSignal): Promise<void> {
      const at = now().getTime()
      if (last !== undefined && Math.abs(at - last) < day) return
      const before = new Date(at - days * day)
      const to = before.toISOString()
      const records = mailsCollection.raw(store)
      for await (const page of records.pages({ orderBy: 'at', from: '', to })) {
        for (const { id, kind, state } of page) {
          signal.throwIfAborted()
          const isOpen = state === 'waiting' || state === 'sending'
          if (kind !== 'formal-notice' && !isOpen) await records.delete(id)
        }
      }
      for (const forget of others) await forget(before)
      last = at
    },
  }
}
