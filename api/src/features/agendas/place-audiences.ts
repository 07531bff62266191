import type { Person } from '@portal/contract/portal'
import type { PlaceAudience, SentAudience } from '@portal/contract/item-audiences'
import { mappingId, slotOf } from '@portal/domain/ids'
import { type Audience, isRestricted, type ItemThing } from '@portal/domain/may-read'
import { meetingId } from '@portal/domain/meeting-ref'
import { isAgendaSlot, type MeetingSlot } from '@portal/domain/slot-names'
import { closedSession } from '@portal/domain/who-may-read'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody, refuseStale } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import {
  audienceOf,
  type ClosedItem,
  closedItemsCollection,
  type Sealing,
  type VisibilityService,
} from '../visibility/visibility-feature.ts'
import type { AudienceChecks } from './audience-checks.ts'

type Parts = {
  store: DocumentStore
  visibility: Pick<
    VisibilityService,
    'isClosedTo' | 'isNamedOpenly' | 'mayPrepareItem' | 'meetingOf' | 'readerOf'
  >
  audiences: Pick<AudienceChecks, 'refuseImpossible'>
  sealing: Pick<Sealing, 'run'>
  now: () => Date
}

/** Who the paper in a place of a meeting is for, such as a slot of a quarter whose agenda is a document. */
export function createPlaceAudiences({ store, visibility, audiences, sealing, now }: Parts) {
  /** The slot, unless the person may not see what is in it. */
  const placeOf = (person: Person, id: string): MeetingSlot => {
    mustManagePortal(person)
    const slot = slotOf(id)
    if (slot?.kind !== 'meeting' || isAgendaSlot(slot)) {
      throw new Refusal('notFound', 'Material Not Found')
    }
    if (visibility.isClosedTo(visibility.readerOf(person), slot)) throw closedPlace()
    return slot
  }
  /** Another admin may have closed the place meanwhile. */
  const refuseOutside = (person: Person, slot: MeetingSlot, record: ClosedItem | undefined) => {
    if (!record || !isClosed(record)) return
    const item: ItemThing = {
      kind: 'item',
      key: slot.materialType,
      isInPreparation: false,
      audience: audienceOf(record),
      meeting: visibility.meetingOf(slot),
    }
    if (!visibility.mayPrepareItem(visibility.readerOf(person), item)) throw closedPlace()
  }

  return {
    async get(person: Person, id: string): Promise<PlaceAudience> {
      const slot = placeOf(person, id)
      const record = await closedItemsCollection.in(store).get(keyOfPlace(slot))
      refuseOutside(person, slot, record)
      return shown(record)
    },

    /** The same audience sent again changes nothing. */
    async save(
      person: Person,
      id: string,
      audience: SentAudience,
      revision: number | 'new',
    ): Promise<PlaceAudience> {
      const slot = placeOf(person, id)
      await audiences.refuseImpossible(visibility.readerOf(person), slot, { items: [{ audience }] })
      const key = keyOfPlace(slot)
      const agenda = meetingId(slot)
      const closes = isRestricted({ audience: audience as Audience })
      if (closes && visibility.isNamedOpenly(id)) {
        throw new Refusal(
          'conflict',
          'An item of the agenda shows this paper to everybody who sees the item. Please choose who may see that item instead.',
        )
      }
      const saved = await store.transaction(async (transaction) => {
        const records = closedItemsCollection.in(transaction)
        const current = await records.get(key)
        refuseOutside(person, slot, current)
        if (!closes && !current) return undefined
        const after: ClosedItem = closes
          ? { ...deletedPapersOf(current), agenda, slot: slot.materialType, audience }
          : { agenda, audience: { who: 'everybody' }, released: [mappingId(slot)] }
        if (current && isSameBody(bodyOf(current), after)) return current
        refuseStale(current, revision, shown)
        const written = await records.put(key, after, current)
        const what = closes ? 'closed item saved' : 'closed item opened'
        const named = { name: closedSession, agenda }
        await recordChange(transaction, { at: now(), by: person, what, subject: key, after: named })
        return written
      })
      if (!saved) return {}
      await sealing.run()
      // The record of an open place is gone once its paper is stored where it was.
      return isClosed(saved) ? shown(saved) : {}
    },
  }
}

function deletedPapersOf(record: ClosedItem | undefined): Pick<ClosedItem, 'deletedPapers'> {
  const { deletedPapers } = record ?? {}
  return deletedPapers ? { deletedPapers } : {}
}

/** Of the record of a place with an audience of its own. */
export function keyOfPlace(slot: MeetingSlot): string {
  return `place-${mappingId(slot)}`
}

function isClosed(record: ClosedItem): boolean {
  return record.slot !== undefined && isRestricted({ audience: audienceOf(record) })
}

function shown(record: Stored<ClosedItem> | undefined): PlaceAudience {
  if (!record) return {}
  const { revision } = record
  return isClosed(record) ? { audience: record.audience as SentAudience, revision } : { revision }
}

function closedPlace(): Refusal {
  return new Refusal(
    'forbidden',
    'This paper belongs to a closed session. Only an admin who may see it can change this.',
  )
}
