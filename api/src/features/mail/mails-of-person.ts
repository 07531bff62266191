import type { MailState } from '@portal/contract/mail'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { mailsCollection, unsubscribedCollection } from './stored-mail.ts'

/** The mails to a person, newest first: for themselves. */
export async function mailsOf(
  store: StoreOperations,
  people: readonly string[],
): Promise<{ at: string; subject: string; address: string; state: MailState }[]> {
  const found = []
  for (const person of new Set(people)) {
    for await (const page of mailsCollection.in(store).pages({ where: { person } })) {
      for (const { at, subject, to, state } of page) {
        found.push({ at, subject, address: to.address, state })
      }
    }
  }
  return found.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** Deletes the mails to a person, also those that wait, and what they don’t want. Repeating it completes it. */
export async function forgetMails(store: DocumentStore, person: string): Promise<void> {
  for await (const page of mailsCollection.raw(store).pages({ where: { person } })) {
    for (const { id } of page) await mailsCollection.in(store).delete(id)
  }
  await unsubscribedCollection.in(store).delete(person)
}
