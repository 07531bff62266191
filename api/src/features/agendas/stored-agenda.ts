import {
  type Agenda,
  agenda,
  type AgendaItem,
  type AgendaItemContent,
  audience as audienceSchema,
} from '@portal/contract/agendas'
import { agendaDefaults, meetingTimes } from '@portal/domain/agenda-defaults'
import type { Day } from '@portal/domain/days'
import { type Audience, isRestricted } from '@portal/domain/may-read'
import { itemIds } from '@portal/domain/ids'
import * as z from 'zod/mini'
import { agendaNotCreated } from '@portal/domain/agenda-sentences'
import { isQuarterly, type MeetingRef, quarterOfMeeting } from '@portal/domain/meeting-ref'
import { type MeetingStage, meetingStages, stageOf } from '@portal/domain/meeting-stages'
import { closedSession } from '@portal/domain/who-may-read'
import { papersOf } from './stored-papers.ts'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../../platform/store/collection.ts'

/** Agendas are stored as they were sent, and normalized when they are read. */
export const agendasCollection = defineCollection('agendas', z.looseObject({}))

/**
 * The meetings that aren't quarterly ones, each with its agenda in the same form. Apart from the agendas, because earlier
 * releases don't know such meetings.
 */
export const meetingsCollection = defineCollection('meetings', z.looseObject({}))

/** The collection that a meeting's agenda is stored in. */
export function agendasOf(meeting: MeetingRef) {
  return isQuarterly(meeting) ? agendasCollection : meetingsCollection
}

export function noAgenda(meeting: MeetingRef): Refusal {
  return new Refusal('notFound', agendaNotCreated(meeting))
}

export type RawAgenda = Record<string, unknown>
export type RawAgendaItem = Record<string, unknown>

/** An agenda stored by any version, in the contract's form. */
export function normalAgenda(
  stored: RawAgenda & { id: string; revision: number; updatedAt: string },
  meeting: MeetingRef,
): Agenda {
  return z.parse(agenda, {
    id: stored.id,
    ...meetingFieldsOf(stored),
    ...quarterOfMeeting(meeting, textOf(stored['date'])),
    status: stored['status'] === 'published' ? 'published' : 'draft',
    title: textOf(stored['title']) ?? agendaDefaults.title,
    ...optional('date', textOf(stored['date'])),
    ...timesOf(stored),
    ...optional('location', textOf(stored['location'])),
    ...optional('description', textOf(stored['description'])),
    ...(stored['timesFollow'] === true ? { timesFollow: true } : {}),
    items: normalItems(stored),
    ...optional('createdAt', textOf(stored['createdAt'])),
    updatedAt: stored.updatedAt,
    revision: stored.revision,
  })
}

/** The items of a stored agenda, in the contract's form. */
export function normalItems(stored: RawAgenda): AgendaItem[] {
  const items = itemsOf(stored)
  const ids = ownIds(items)
  return items.map((item, index) => normalItem(item, ids[index]!))
}

/** What a record says about its meeting; nothing for a quarterly one of which only the agenda was ever saved. */
function meetingFieldsOf(stored: RawAgenda) {
  const { sequence } = stored
  return {
    ...optional('body', textOf(stored['body'])),
    ...optional('kind', textOf(stored['kind'])),
    ...optional('stage', storedStage(stored)),
    ...(typeof sequence === 'number' && sequence > 0 ? { sequence } : {}),
    ...optional('eventId', textOf(stored['eventId'])),
    ...(stored['eventLimited'] === true ? { eventLimited: true } : {}),
  }
}

function storedStage({ stage }: RawAgenda): MeetingStage | undefined {
  return meetingStages.find((known) => known === stage)
}

/** The stage of a stored meeting, derived from its date if none is stored. */
export function stageOfStored(stored: RawAgenda, today: Day): MeetingStage {
  return stageOf({ stage: storedStage(stored), date: textOf(stored['date']) }, today)
}

/** `title` or `text`, `description` or `details`. A title may be blank: the screens name such an item. */
export function normalItem(item: RawAgendaItem, id: string): AgendaItem {
  const duration = Number(item['duration'] ?? agendaDefaults.duration)
  const papers = papersOf(item)
  return {
    id,
    // An earlier release lets any admin rename a placeholder.
    title: isShut(item) ? closedSession : (textOf(item['title']) ?? textOf(item['text']) ?? ''),
    ...optional('description', textOf(item['description']) ?? textOf(item['details'])),
    ...optional('time', textOf(item['time'])),
    duration: Number.isFinite(duration) && duration >= 0 ? duration : agendaDefaults.duration,
    completed: item['completed'] === true,
    type: textOf(item['type']) ?? agendaDefaults.type,
    ...presenterOf(item),
    ...(papers.length > 0 ? { papers } : {}),
    ...(item['subItem'] === true ? { subItem: true } : {}),
    ...audienceIn(item),
    ...(isShut(item) ? { closed: true } : {}),
  }
}

/** The key of the restricted item that a placeholder is for. */
export function keyOf({ closed }: RawAgendaItem): string | undefined {
  return typeof closed === 'string' ? closed : undefined
}

/** The keys of the restricted items, each at the place of its item; undefined for all other items. */
export function closedKeys(stored: RawAgenda): (string | undefined)[] {
  return itemsOf(stored).map(keyOf)
}

/** Whether an item is a placeholder: what it is for is stored apart. */
export function isShut(item: RawAgendaItem): boolean {
  return keyOf(item) !== undefined
}

/** Nothing for an item that is for everybody. */
export function audienceIn({
  audience,
  toOthers,
}: RawAgendaItem): Pick<AgendaItem, 'audience' | 'toOthers'> {
  const own = z.safeParse(audienceSchema, audience).data
  if (!own || !isRestricted({ audience: own as Audience })) return {}
  return { audience: own, ...(toOthers === 'nothing' ? { toOthers } : {}) }
}

/** A name, and the directory entry that it was chosen from. */
function presenterOf(item: RawAgendaItem): Pick<AgendaItem, 'speaker' | 'speakerId'> {
  const speaker = textOf(item['speaker'])
  if (speaker === undefined) return {}
  return { speaker, ...optional('speakerId', textOf(item['speakerId'])) }
}

/** The fields that a sender may not know, with the values that the item keeps. */
export function keptFieldsOf(sent: AgendaItemContent, kept: RawAgendaItem | undefined) {
  const isSamePresenter = textOf(sent.speaker) === textOf(kept?.['speaker'])
  return {
    subItem: sent.subItem ?? kept?.['subItem'],
    audience: sent.audience ?? kept?.['audience'],
    toOthers: sent.toOthers ?? kept?.['toOthers'],
    speakerId: sent.speakerId ?? (isSamePresenter ? kept?.['speakerId'] : undefined),
  }
}

/** Every field that `normalItem` reads. */
const knownFields = new Set(
  'id title text description details time duration completed type speaker speakerId papers subItem audience toOthers'.split(
    ' ',
  ),
)

/** The fields of a stored item that another release has written. */
export function unknownFieldsOf(item: RawAgendaItem | undefined): RawAgendaItem {
  const unknown = Object.entries(item ?? {}).filter(([name]) => !knownFields.has(name))
  return Object.fromEntries(unknown)
}

/** When a meeting starts and ends, with defaults for missing times. */
export function timesOf(stored: RawAgenda): { time: string; endTime: string } {
  return meetingTimes({ time: textOf(stored['time']), endTime: textOf(stored['endTime']) })
}

export function itemsOf(stored: RawAgenda): RawAgendaItem[] {
  return Array.isArray(stored['items']) ? stored['items'].filter(isRawItem) : []
}

/** Each item's id. An item without one, or with the id of another item, gets the same id every time. */
export function ownIds(items: RawAgendaItem[]): string[] {
  return itemIds(items.map(({ id }) => textOf(id)))
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function optional<K extends string>(name: K, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string }
}

function isRawItem(value: unknown): value is RawAgendaItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
