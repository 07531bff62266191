import type { AgendaContent } from '@portal/contract/agendas'
import { counted } from '@portal/domain/counted'
import { slotOf } from '@portal/domain/ids'
import { type Audience, type ItemThing, type Reader } from '@portal/domain/may-read'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { meetingId } from '@portal/domain/meeting-ref'
import { closedItemsIn, closedItemSentence } from '@portal/domain/undoable-changes'
import { audienceFault } from '@portal/domain/who-may-read'
import { Refusal } from '../../refusal.ts'
import {
  type NamedReader,
  slotIn,
  type VisibilityService,
} from '../visibility/visibility-feature.ts'
import { itemsOf, ownIds, type RawAgenda, type RawAgendaItem } from './stored-agenda.ts'
import { papersOf } from './stored-papers.ts'

export type AudienceChecksParts = {
  visibility: Pick<
    VisibilityService,
    | 'isClosedTo'
    | 'isClosedSlot'
    | 'holdsPaper'
    | 'itemsOfSlot'
    | 'mayPrepareItem'
    | 'mayReadItem'
    | 'meetingOf'
    | 'restrictions'
  >
  /** Everybody who can sign in as a member. */
  everyone: () => Promise<NamedReader[]>
  /** Whether it is the id of a directory entry, or a guest. */
  isKnown: (person: string) => boolean
  now: () => Date
}

/** What a save of an agenda may do to who reads its items and their papers. */
export function createAudienceChecks(parts: AudienceChecksParts) {
  const { visibility, everyone, isKnown, now } = parts
  const thingOf = (meeting: MeetingRef, id: string, audience: Audience | undefined): ItemThing => ({
    kind: 'item',
    key: id,
    isInPreparation: false,
    audience,
    meeting: visibility.meetingOf(meeting),
  })

  /** Whether a restricted item that the reader prepares has the person, whose entry or account may be gone since. */
  const isStored = (reader: Reader, person: string) =>
    visibility.restrictions().some(({ record: { audience }, thing }) => {
      const people = [...(audience.named ?? []), ...(audience.except ?? [])]
      const published = { ...thing, isInPreparation: false }
      return people.includes(person) && visibility.mayPrepareItem(reader, published)
    })

  /** Refuses an audience that nobody could prepare, or that newly names somebody who isn't in the directory. */
  const refuseImpossible = async (
    reader: Reader,
    meeting: MeetingRef,
    { items = [] }: AgendaContent,
  ) => {
    for (const [index, { audience: sent }] of items.entries()) {
      if (!sent) continue
      const path = `body.items.${index}.audience`
      const people = [...(sent.named ?? []), ...(sent.except ?? [])]
      if (!people.every((person) => isKnown(person) || isStored(reader, person))) {
        throw invalid(path, 'Somebody of this audience isn’t in the directory.')
      }
      const thing = thingOf(meeting, '', sent as Audience)
      if (visibility.mayPrepareItem(reader, thing)) continue
      const fault = audienceFault(await everyone(), thing, now())
      if (fault !== undefined) throw invalid(path, fault)
    }
  }

  /** Items that are copied from a restricted item which the person reads, by an editor that doesn't know audiences. */
  const withCopiedAudiences = (
    reader: Reader,
    before: RawAgenda,
    content: AgendaContent,
  ): AgendaContent => {
    const closed = visibility.restrictions()
    if (!content.items || closed.length === 0) return content
    const known = new Set(ownIds(itemsOf(before)))
    return {
      ...content,
      items: content.items.map((item) => {
        if (item.audience || item.id === undefined || known.has(item.id)) return item
        const copied = closed.find(
          ({ record, thing }) =>
            record.item?.['id'] === item.id &&
            record.item?.['title'] === item.title &&
            visibility.mayReadItem(reader, { ...thing, isInPreparation: false }),
        )
        return copied
          ? { ...item, audience: copied.record.audience as NonNullable<typeof item.audience> }
          : item
      }),
    }
  }

  /** The items that name a restricted slot now and didn't before. Another audience of an item is a choice of its own. */
  const widened = (meeting: MeetingRef, before: RawAgenda, next: RawAgenda) => {
    const earlier = new Map(itemsOf(before).map((item) => [item['id'], item]))
    return itemsOf(next).flatMap((item) => {
      const was = earlier.get(item['id'])
      const had = new Set(was ? typesOf(was) : [])
      return typesOf(item)
        .filter((type) => !had.has(type))
        .map((type) => ({ item, type, slot: slotIn(meetingId(meeting), type) }))
        .filter(({ slot }) => visibility.isClosedSlot(slot))
    })
  }

  /** Refuses to show a restricted paper in an item with other readers, unless somebody who may read it confirms. */
  const refuseWidening = async (
    reader: Reader,
    meeting: MeetingRef,
    { before, next, confirmed }: { before: RawAgenda; next: RawAgenda; confirmed: boolean },
  ) => {
    for (const { item, slot } of widened(meeting, before, next)) {
      if (visibility.isClosedTo(reader, slotOf(slot)!)) {
        throw new Refusal(
          'forbidden',
          'This paper belongs to a closed session. Only an admin who may see it can add it to an item.',
        )
      }
      if (confirmed) continue
      const thing = thingOf(meeting, String(item['id']), item['audience'] as Audience | undefined)
      await refuseGains(slot, thing)
    }
    if (confirmed) return
    // A paper that is taken out of a closed item is for everybody again.
    for (const slot of dropped(meeting, before, next)) {
      await refuseGains(slot, thingOf(meeting, '', undefined))
    }
  }

  /** Refuses to show a slot's paper to the readers of a thing who don't read it yet, and names them. */
  const refuseGains = async (slot: string, thing: ItemThing) => {
    const things = visibility.itemsOfSlot(slot)
    const gains = (await everyone()).filter(
      (one) =>
        visibility.mayReadItem(one, thing) &&
        !things.some((other) => visibility.mayReadItem(one, { ...other, isInPreparation: false })),
    )
    if (gains.length === 0) return
    const names = gains.slice(0, 10).map(({ name }) => name)
    const others = gains.length > names.length ? ` and ${gains.length - names.length} others` : ''
    throw new Refusal(
      'confirmationRequired',
      `A paper belongs to a closed session. ${counted(gains.length, 'person', 'people')} more could read it: ${names.join(', ')}${others}.`,
    )
  }

  /** The slots with papers that restricted items named and don't name any more. */
  const dropped = (meeting: MeetingRef, before: RawAgenda, next: RawAgenda): string[] => {
    const kept = new Map(itemsOf(next).map((item) => [item['id'], item]))
    return itemsOf(before).flatMap((item) => {
      const saved = kept.get(item['id'])
      // Of an item that is gone, the papers stay closed; a new audience is a choice of its own.
      if (item['opened'] === undefined || saved?.['audience'] === undefined) return []
      const left = new Set(typesOf(saved))
      return typesOf(item)
        .filter((type) => !left.has(type))
        .map((type) => slotIn(meetingId(meeting), type))
        .filter(visibility.holdsPaper)
    })
  }

  /** Refuses to undo a save, or a deletion, if that would show more people what is restricted now. */
  const refuseUndone = (meeting: MeetingRef, current: RawAgenda | undefined, next: RawAgenda) => {
    if (current !== undefined && closedItemsIn(current) !== closedItemsIn(next)) {
      throw new Refusal('conflict', closedItemSentence)
    }
    if (widened(meeting, current ?? {}, next).length === 0) return
    throw new Refusal(
      'conflict',
      'An item would show a paper that has been closed since, so this can’t be undone. Please change the item in the agenda.',
    )
  }

  return { refuseImpossible, withCopiedAudiences, refuseWidening, refuseUndone }
}

export type AudienceChecks = ReturnType<typeof createAudienceChecks>

function typesOf(item: RawAgendaItem): string[] {
  return papersOf(item).map(({ materialType }) => materialType)
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: [{ path, message }] })
}
