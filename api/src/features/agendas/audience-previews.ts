import type { CallInput } from '@portal/contract/endpoint'
import {
  type AudiencePreview,
  namedReaders,
  type previewAudience,
} from '@portal/contract/item-audiences'
import type { Person } from '@portal/contract/portal'
import type { Audience, ItemThing } from '@portal/domain/may-read'
import { meetingSlot } from '@portal/domain/ids'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { accessChange, audienceFault, whoMayRead } from '@portal/domain/who-may-read'
import { mustManagePortal } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { AgendasInMemory } from './agendas-in-memory.ts'
import type { AudienceChecksParts } from './audience-checks.ts'
import { keyOfPlace } from './place-audiences.ts'
import { itemsOf, keyOf, ownIds } from './stored-agenda.ts'

type Parts = Pick<AudienceChecksParts, 'everyone'> & {
  agendasInMemory: Pick<AgendasInMemory, 'get'>
  visibility: VisibilityService
  now: () => Date
}

/** Who could read an item, for its editor, before it is saved. */
export function createAudiencePreviews({ everyone, agendasInMemory, visibility, now }: Parts) {
  /** The audience of a stored item; undefined if it is for everybody, or there is none. */
  const storedAudience = (person: Person, meeting: MeetingRef, id: string | undefined) => {
    const items = itemsOf(agendasInMemory.get(meeting) ?? {})
    const item = id === undefined ? undefined : items[ownIds(items).indexOf(id)]
    const key = item && keyOf(item)
    if (key === undefined) return undefined
    const restriction = visibility.restriction(key)
    const reader = visibility.readerOf(person)
    if (restriction && visibility.mayPrepareItem(reader, restriction.thing)) {
      return restriction.thing.audience
    }
    throw new Refusal('notFound', 'Agenda item not found')
  }

  /** The own audience of a paper's place; undefined if it has none. */
  const audienceOfPlace = (person: Person, meeting: MeetingRef, materialType: string) => {
    const slot = meetingSlot(meeting, materialType)
    if (!slot || visibility.isClosedTo(visibility.readerOf(person), slot)) {
      throw new Refusal('notFound', 'Material Not Found')
    }
    return visibility.restriction(keyOfPlace(slot))?.thing.audience
  }

  return {
    async preview(
      person: Person,
      meeting: MeetingRef,
      { item, place, audience }: CallInput<typeof previewAudience>['body'],
    ): Promise<AudiencePreview> {
      mustManagePortal(person)
      // As if it were published.
      const thing = { kind: 'item', key: item ?? '', isInPreparation: false } as const
      const of = { ...thing, meeting: visibility.meetingOf(meeting) }
      const stored =
        place === undefined
          ? storedAudience(person, meeting, item)
          : audienceOfPlace(person, meeting, place)
      const before: ItemThing = { ...of, audience: stored }
      const after: ItemThing = { ...of, audience: audience as Audience }
      const people = await everyone()
      const { gains, loses } = accessChange(people, { before, after }, now())
      const fault = audienceFault(people, after, now())
      return {
        readers: listed(whoMayRead(people, after, now())),
        gains: listed(gains),
        loses: listed(loses),
        ...(fault === undefined ? {} : { fault }),
      }
    },
  }
}

function listed(people: readonly { name: string }[]): AudiencePreview['readers'] {
  const names = people.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'))
  return { count: names.length, names: names.slice(0, namedReaders) }
}
