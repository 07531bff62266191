import { replyAnswer } from '@portal/contract/replies'
import { createHash } from 'node:crypto'
import { type ReplySource, replySources } from '@portal/domain/replies'
import * as z from 'zod/mini'
import { recordChange, type Actor } from '../../platform/audit/record-change.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'

const time = z.object({ date: z.string(), time: z.string(), endTime: z.string() })

/** A person's reply to a meeting. They have one for each meeting. */
export const storedReply = z.object({
  /** An entry of the directory, or an account's uid. */
  person: z.string(),
  name: z.string(),
  /** The meeting's permanent key. */
  meeting: z.string(),
  answer: replyAnswer,
  note: z.optional(z.string()),
  /** The meeting's time that it was given for: at another one, the person is asked again. */
  given: time,
  source: z.enum(Object.keys(replySources) as [ReplySource, ...ReplySource[]]),
  /** Who entered it for them: staff, or their assistant. */
  enteredBy: z.optional(z.object({ uid: z.string(), name: z.string() })),
  /** ISO 8601, UTC. */
  at: z.string(),
})
export type StoredReply = z.infer<typeof storedReply>

export const repliesCollection = defineCollection('replies', storedReply)

/** What one press on *Remind everyone* did; its id is that of the press. */
export const storedRequest = z.object({
  meeting: z.string(),
  at: z.string(),
  by: z.object({ uid: z.string(), name: z.string() }),
  /** The people who were written to, and those without an address. */
  asked: z.array(z.string()),
  byHand: z.array(z.string()),
})
export type StoredRequest = z.infer<typeof storedRequest>

export const requestsCollection = defineCollection('reply_requests', storedRequest)

/** A person has one reply to a meeting, so that replying again finds it. */
export function replyId(person: string, meeting: string): string {
  return createHash('sha256').update(`${person}\n${meeting}`).digest('hex').slice(0, 32)
}

/** The replies of people, from the store, under each of the names that the portal has for them. */
export async function repliesOf(
  store: StoreOperations,
  people: readonly string[],
): Promise<Pick<StoredReply, 'meeting' | 'answer' | 'note' | 'given' | 'source' | 'at'>[]> {
  const found = []
  for (const person of new Set(people)) {
    for await (const page of repliesCollection.in(store).pages({ where: { person } })) {
      for (const { meeting, answer, note, given, source, at } of page) {
        found.push({ meeting, answer, ...(note ? { note } : {}), given, source, at })
      }
    }
  }
  return found
}

type Erasing = { store: DocumentStore; now: () => Date }

/** Erases the replies of people, and their account's name in what they entered for others. Repeating it completes it. */
export async function eraseReplies(
  { store, now }: Erasing,
  by: Actor,
  { uid, people }: { uid: string; people: readonly string[] },
): Promise<void> {
  const own = new Set(people)
  for await (const page of repliesCollection.in(store).pages()) {
    for (const { id, revision, updatedAt: _, ...reply } of page) {
      const isOwn = own.has(reply.person)
      if (!isOwn && reply.enteredBy?.uid !== uid) continue
      await store.transaction(async (transaction) => {
        const records = repliesCollection.in(transaction)
        const current = await records.get(id)
        if (current?.revision !== revision) return
        if (!isOwn) {
          await records.update(id, { ...reply, enteredBy: nobody }, revision)
          return
        }
        await records.delete(id, revision)
        await recordChange(transaction, { at: now(), by, what: 'reply erased', subject: id })
      })
    }
  }
  for await (const page of requestsCollection.in(store).pages()) {
    for (const { id, revision, updatedAt: _, ...request } of page) {
      const kept = (named: readonly string[]) => named.filter((person) => !own.has(person))
      const [asked, byHand] = [kept(request.asked), kept(request.byHand)]
      const isTheirs = request.by.uid === uid
      const isSame =
        asked.length === request.asked.length && byHand.length === request.byHand.length
      if (isSame && !isTheirs) continue
      const requestedBy = isTheirs ? nobody : request.by
      await requestsCollection
        .in(store)
        .update(id, { ...request, by: requestedBy, asked, byHand }, revision)
    }
  }
}

/** Somebody whose account was erased. */
const nobody = { uid: '', name: 'Somebody who has left' }
