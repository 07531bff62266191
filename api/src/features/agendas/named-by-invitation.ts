import type { Person } from '@portal/contract/portal'
import { audienceLimits } from '@portal/contract/agendas'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { closedSession } from '@portal/domain/who-may-read'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import {
  type ClosedItem,
  closedItemsCollection,
  type VisibilityService,
} from '../visibility/visibility-feature.ts'
import { preparedRecords } from './closed-agenda.ts'
import { agendasOf, isShut, itemsOf, keyOf, ownIds } from './stored-agenda.ts'

type Parts = {
  visibility: Pick<VisibilityService, 'mayPrepareItem' | 'meetingOf' | 'readerOf'>
  now: () => Date
}

type Invited = {
  meeting: MeetingRef
  /** The ids of items. */
  items: readonly string[]
  /** As audiences name them; absent if they have no account yet. */
  person?: string | undefined
  name: string
}

/**
 * Inside the caller's transaction: refuses closed items that the admin may not prepare, or that the invited person is
 * excepted from. The returned function names a person in the audiences of the others.
 */
export type NamingByInvitation = (
  transaction: StoreOperations,
  by: Person,
  invited: Invited,
) => Promise<(person: string) => Promise<void>>

/** Whoever is invited to a closed item, or to one for named people, belongs to its audience. */
export function createNamingByInvitation({ visibility, now }: Parts): NamingByInvitation {
  return async (transaction, by, { meeting, items, person, name }) => {
    const agendas = agendasOf(meeting).in(transaction)
    const agenda = await agendas.get(meetingId(meeting))
    const all = itemsOf(agenda ?? {})
    const ids = ownIds(all)
    const shut = all.filter((item, index) => isShut(item) && items.includes(ids[index]!))
    if (!agenda || shut.length === 0) return () => Promise.resolve()
    const reader = visibility.readerOf(by)
    const prepared = { meeting, reader, visibility }
    const records = await preparedRecords(transaction, { items: shut }, prepared)
    if (!shut.every((item) => records.has(keyOf(item)!))) {
      throw new Refusal(
        'forbidden',
        'Only an admin who may see a closed session can invite somebody to it.',
      )
    }
    const isExcepted = ({ audience: { except = [] } }: ClosedItem) =>
      person !== undefined && except.includes(person)
    if ([...records.values()].some(isExcepted)) {
      throw new Refusal(
        'conflict',
        `${name} is excepted from an item. Please change who the item is for first.`,
      )
    }
    return async (named) => {
      const changed = [...records.values()].filter((record) => !hasNamed(record, named))
      if (changed.length === 0) return
      for (const record of changed) await nameIn(transaction, record, named)
      // An editor that has the agenda open would take the person out of the audience again.
      const body = bodyOf(agenda)
      await agendas.put(agenda.id, body, agenda)
      const change = { at: now(), by, subject: agenda.id }
      const what = 'agenda saved'
      await recordChange(transaction, { ...change, what, before: body, after: body })
      for (const { id: subject } of changed) {
        const after = { name: closedSession, agenda: agenda.id }
        await recordChange(transaction, { ...change, what: 'closed item saved', subject, after })
      }
    }
  }
}

/** Whether an audience has a person already, or has everybody who isn't excepted. */
function hasNamed({ audience: { who, named = [] } }: ClosedItem, person: string): boolean {
  return who === 'everybody' || named.includes(person)
}

async function nameIn(
  transaction: StoreOperations,
  record: Stored<ClosedItem>,
  person: string,
): Promise<void> {
  const body = bodyOf(record) as ClosedItem
  const named = [...(body.audience.named ?? []), person]
  if (named.length > audienceLimits.people) {
    throw new Refusal(
      'conflict',
      `An item names at most ${audienceLimits.people} people. Please take somebody out of its audience first.`,
    )
  }
  const after = { ...body, audience: { ...body.audience, named } }
  await closedItemsCollection.in(transaction).update(record.id, after, record.revision)
}
