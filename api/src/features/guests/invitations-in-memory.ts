import { isDay } from '@portal/domain/days'
import type { Invitation } from '@portal/domain/may-read'
import * as z from 'zod/mini'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'

/** Who is invited to which items of a meeting, until when. A person has one invitation to a meeting. */
const storedInvitation = z.object({
  /** An entry of the directory, or a guest's uid. */
  person: z.string(),
  name: z.string(),
  /** The meeting's permanent key. */
  meeting: z.string(),
  items: z.array(z.string()),
  /** The last day, in the foundation's zone: whether it is over is computed when it is read. */
  until: z.string().check(z.refine(isDay)),
})
export type StoredInvitation = z.infer<typeof storedInvitation>

export const invitationsCollection = defineCollection('invitations', storedInvitation)

/** The invitations of a person, from the store. */
export async function invitationsOf(
  store: StoreOperations,
  person: string,
): Promise<StoredInvitation[]> {
  const { documents } = await invitationsCollection.in(store).list({ where: { person } })
  return documents.map(({ id: _id, revision: _revision, updatedAt: _at, ...stored }) => stored)
}

export type InvitationsInMemory = ReturnType<typeof createInvitationsInMemory>

/** Every invitation, from memory and without any check of access. For the portal itself. */
export function createInvitationsInMemory(store: DocumentStore) {
  const invitations = invitationsCollection.hot(store, undefined, 'invitations')
  const byPerson = cacheByVersion(invitations.version, () =>
    Map.groupBy(invitations.all(), ({ person }) => person),
  )
  return {
    ready: invitations.ready,
    /** Increases with every change. */
    version: invitations.version,
    all: invitations.all,
    of: (person: string): Invitation[] =>
      (byPerson(undefined).get(person) ?? []).map(({ meeting, items, until }) => ({
        meeting,
        items,
        until,
      })),
  }
}
