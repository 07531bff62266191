import type { MailContent, MailKind, MailState } from '@portal/contract/mail'
import type { Person } from '@portal/contract/portal'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { inState, type MailAbout, mailsCollection, type StoredMail } from './stored-mail.ts'

export type QueuedMail = {
  /** Unique per person and notice, such as `notice-{meeting key}-{n}-{person}`: the Message-ID is made from it. */
  id: string
  kind: MailKind
  /** The recipient's entry of the directory, or account. */
  person: string
  to: { name: string; address: string }
  /** The meeting's permanent key. */
  meeting?: string | undefined
  /** Never the title of a closed item: admins see it, too. */
  subject: string
  content: MailContent
  /** What the content is made from, for `mail.remakeWith`. */
  about?: MailAbout[] | undefined
  calendar?: { method: 'REQUEST' | 'CANCEL'; ics: string } | undefined
  /** Not sent before; at once by default. */
  sendAfter?: Date | undefined
  /** Not sent after; three days after it was due by default. */
  sendBefore?: Date | undefined
  /** The person can unsubscribe from this kind with one click; whoever has done so isn't sent it. */
  unsubscribable: boolean
}

export type QueuedState = {
  state: MailState
  /** When it was queued, begun, refused or ended last; ISO 8601, UTC. */
  at: string
  /** The mail server's own text. */
  reply?: string
}

export type MailQueue = ReturnType<typeof createMailQueue>

/** How long a mail is tried, in ms: a mail server may be down for a weekend. */
const longestTry = 3 * 24 * 3_600_000

type Parts = {
  store: DocumentStore
  isOn: boolean
  hasUnsubscribed: (person: string, kind: MailKind) => boolean
  /** Sends what is due without waiting for the job's next run. */
  wake: () => void
  now: () => Date
}

/** What other features do with mails. */
export function createMailQueue({ store, isOn, hasUnsubscribed, wake, now }: Parts) {
  return {
    /**
     * Queues messages in the caller's transaction. An id that is queued already is left alone, so a retry sends nothing
     * twice. While mail is off, nothing is queued.
     */
    async queue(transaction: StoreOperations, messages: readonly QueuedMail[]): Promise<void> {
      if (!isOn) return
      const records = mailsCollection.in(transaction)
      const at = now()
      const wanted = messages.filter(
        ({ kind, person, unsubscribable }) => !(unsubscribable && hasUnsubscribed(person, kind)),
      )
      const byId = new Map(wanted.map((message) => [message.id, message]))
      // All at once: a formal notice has as many as the body has members.
      const known = await Promise.all([...byId.keys()].map((id) => records.find(id)))
      for (const mail of known) if (mail) byId.delete(mail.id)
      for (const [id, message] of byId) await records.create(id, queued(message, at))
    },

    /** Takes back those that wait. Those that were begun or have ended stay. */
    async withdraw(transaction: StoreOperations, ids: readonly string[]): Promise<void> {
      const records = mailsCollection.in(transaction)
      for (const id of ids) {
        const mail = await records.get(id)
        if (mail?.state === 'waiting') await records.delete(id, mail.revision)
      }
    },

    /**
     * Ends a mail that waits as failed, for a reason; one that was begun isn't changed. Returns whether nobody has
     * received it and nobody will, unless it is sent again. One that is sent again because its arrival was unknown may
     * have been received.
     */
    async giveUp(transaction: StoreOperations, id: string, reason: string): Promise<boolean> {
      const records = mailsCollection.in(transaction)
      const mail = await records.get(id)
      if (mail?.state !== 'waiting') return mail?.state === 'failed' && !mail.mayHaveArrived
      const { due: _, ...body } = bodyOf(mail) as StoredMail
      const ended = { ...inState('failed', mail.at), changedAt: now().toISOString(), reply: reason }
      await records.update(id, { ...body, ...ended }, mail.revision)
      return !mail.mayHaveArrived
    },

    /** By id; an id that isn't queued is left out. */
    async states(ids: readonly string[]): Promise<Map<string, QueuedState>> {
      const records = mailsCollection.in(store)
      const found = await Promise.all(ids.map((id) => records.get(id)))
      return new Map(found.flatMap((mail) => (mail ? [[mail.id, stateOf(mail)] as const] : [])))
    },

    /**
     * For *Send again*: a failed mail, or one whose arrival is unknown, waits again. `evenIfUnknown` is the admin's answer
     * to the warning that it may arrive twice. Repeating it changes nothing.
     */
    async sendAgain(by: Person, id: string, evenIfUnknown: boolean): Promise<Stored<StoredMail>> {
      mustManagePortal(by)
      if (!isOn) throw new Refusal('conflict', 'Mail is switched off.')
      const again = await store.transaction(async (transaction) => {
        const records = mailsCollection.in(transaction)
        const mail = await records.get(id)
        if (!mail) throw new Refusal('notFound', 'This mail no longer exists.')
        const { state: before } = mail
        if (before === 'waiting' || before === 'sending') return mail
        if (before === 'sent') throw new Refusal('conflict', 'This mail has been sent already.')
        if (before === 'unknown' && !evenIfUnknown) {
          throw new Refusal('confirmationRequired', mayArriveTwice)
        }
        const at = now()
        const { reply: _, ...body } = bodyOf(mail) as StoredMail
        const waiting = {
          ...body,
          ...inState('waiting', mail.at),
          due: at.toISOString(),
          until: new Date(at.getTime() + longestTry).toISOString(),
          changedAt: at.toISOString(),
          ...(before === 'unknown' ? { mayHaveArrived: true } : {}),
        }
        const written = await records.update(id, waiting, mail.revision)
        const states = { before: { state: before }, after: { state: 'waiting' } }
        await recordChange(transaction, { at, by, what: 'mail sent again', subject: id, ...states })
        return written
      })
      wake()
      return again
    },

    wake,
  }
}

const mayArriveTwice =
  'This mail may have arrived already: the mail server’s answer was cut. If you send it again, it may arrive twice.'

function queued(message: QueuedMail, now: Date): StoredMail {
  const { id: _, sendAfter = now, sendBefore, meeting, calendar, about, ...content } = message
  const at = now.toISOString()
  const until = sendBefore ?? new Date(sendAfter.getTime() + longestTry)
  return {
    ...content,
    ...(meeting === undefined ? {} : { meeting }),
    ...(calendar === undefined ? {} : { calendar }),
    ...(about === undefined ? {} : { about }),
    ...inState('waiting', at),
    at,
    due: sendAfter.toISOString(),
    until: until.toISOString(),
    attempts: 0,
  }
}

function stateOf({ state, at, changedAt, reply }: StoredMail): QueuedState {
  return { state, at: changedAt ?? at, ...(reply === undefined ? {} : { reply }) }
}
