import type { AgendaItem } from '@portal/contract/agendas'
import { isDay } from '@portal/domain/days'
import { slotOf } from '@portal/domain/ids'
import type { Reader } from '@portal/domain/may-read'
import {
  isSameMeeting,
  meetingId,
  meetingLabel,
  meetingOf,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import { slotName } from '@portal/domain/slot-names'
import {
  type AgendasInMemory,
  closedKeys,
  normalItem,
  normalItems,
} from '../agendas/agendas-feature.ts'
import type { MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

type Parts = {
  agendas: Pick<AgendasInMemory, 'get' | 'all'>
  mappings: Pick<MappingsInMemory, 'all' | 'isClosed'>
  visibility: Pick<VisibilityService, 'restriction' | 'mayPrepareItem'>
}

type NamedMeeting = { key: string; ref?: MeetingRef; id?: string; title: string; date?: string }

export type MeetingItems = {
  /** The permanent key of a meeting, by which invitations name it. */
  keyOf: (meeting: MeetingRef) => string
  byKey: (key: string) => NamedMeeting
  /**
   * What somebody can be invited to, by id: the items of the agenda, and the slots with a paper. A restricted item has a
   * title for the admins who may prepare it.
   */
  titles: (meeting: MeetingRef, reader: Reader) => ReadonlyMap<string, string | undefined>
}

/** The items of meetings, from memory. */
export function createMeetingItems({ agendas, mappings, visibility }: Parts): MeetingItems {
  const items = (meeting: MeetingRef, reader: Reader): Pick<AgendaItem, 'id' | 'title'>[] => {
    const agenda = agendas.get(meeting)
    if (!agenda) return []
    const keys = closedKeys(agenda)
    return normalItems(agenda).map(({ id, title }, index) => {
      const key = keys[index]
      if (key === undefined) return { id, title }
      const restriction = visibility.restriction(key)
      if (!restriction?.record.item || !visibility.mayPrepareItem(reader, restriction.thing)) {
        return { id, title: '' }
      }
      return { id, title: normalItem(restriction.record.item, id).title }
    })
  }
  const keyOf: MeetingItems['keyOf'] = (meeting) => {
    const key = agendas.get(meeting)?.['key']
    return typeof key === 'string' ? key : meetingId(meeting)
  }
  return {
    keyOf,
    byKey(key) {
      const stored = agendas.all().find((agenda) => agenda['key'] === key)
      const ref = meetingOf(stored?.id ?? key)
      if (!ref) return { key, title: key }
      const { title, date }: Record<string, unknown> = stored ?? agendas.get(ref) ?? {}
      return {
        key,
        ref,
        id: meetingId(ref),
        title: typeof title === 'string' && title !== '' ? title : meetingLabel(ref),
        ...(typeof date === 'string' && isDay(date) ? { date } : {}),
      }
    },
    titles(meeting, reader) {
      const slots = mappings.all().flatMap(({ id, title }) => {
        const slot = slotOf(id)
        if (slot?.kind !== 'meeting' || !isSameMeeting(slot, meeting)) return []
        if (mappings.isClosed(id)) return []
        return [[slot.materialType, title ?? slotName(slot)] as const]
      })
      return new Map<string, string | undefined>([
        ...slots,
        ...items(meeting, reader).map(
          ({ id, title }) => [id, title === '' ? undefined : title] as const,
        ),
      ])
    },
  }
}
