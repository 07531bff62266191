import { type Agenda, agenda, type AgendaItem } from '@portal/contract/agendas'
import * as z from 'zod/mini'

export type Loose = Record<string, unknown>

/** Defaults of the specification, section 9. */
export const defaults = {
  title: 'Board Meeting Agenda',
  time: '09:00',
  endTime: '10:00',
  duration: 15,
}

/** An agenda as it was stored by whichever version, in the contract's words. */
export function normalAgenda(
  stored: Loose & { id: string; revision: number; updatedAt: string },
  { year, quarter }: { year: number; quarter: number },
): Agenda {
  const items = itemsOf(stored)
  const ids = ownIds(items)
  return z.parse(agenda, {
    id: stored.id,
    year,
    quarter,
    status: stored['status'] === 'published' ? 'published' : 'draft',
    title: textOf(stored['title']) ?? defaults.title,
    ...optional('date', textOf(stored['date'])),
    ...timesOf(stored),
    ...optional('location', textOf(stored['location'])),
    ...optional('description', textOf(stored['description'])),
    items: items.map((item, index) => normalItem(item, ids[index]!)),
    ...optional('createdAt', textOf(stored['createdAt'])),
    updatedAt: stored.updatedAt,
    revision: stored.revision,
  })
}

/** `title` or `text`, `description` or `details`. A title may be blank: the screens name such an item. */
export function normalItem(item: Loose, id: string): AgendaItem {
  const duration = Number(item['duration'] ?? defaults.duration)
  return {
    id,
    title: textOf(item['title']) ?? textOf(item['text']) ?? '',
    ...optional('description', textOf(item['description']) ?? textOf(item['details'])),
    ...optional('time', textOf(item['time'])),
    duration: Number.isFinite(duration) && duration >= 0 ? duration : defaults.duration,
    completed: item['completed'] === true,
    type: textOf(item['type']) ?? 'discussion',
    ...optional('speaker', textOf(item['speaker'])),
  }
}

/** When a meeting starts and ends, as it is read: with the defaults where nothing is stored. */
export function timesOf(stored: Loose): { time: string; endTime: string } {
  const { time, endTime } = defaults
  return { time: textOf(stored['time']) ?? time, endTime: textOf(stored['endTime']) ?? endTime }
}

export function itemsOf(stored: Loose): Loose[] {
  return Array.isArray(stored['items']) ? stored['items'].filter(isLoose) : []
}

/** Each item's own id; one that has none, or the id of another, gets the same one every time. */
export function ownIds(items: Loose[]): string[] {
  const given = items.map(({ id }) => textOf(id))
  const taken = new Set(given)
  return given.map((id, index) => {
    if (id !== undefined && given.indexOf(id) === index) return id
    let own = `item-${index + 1}`
    while (taken.has(own)) own += '-2'
    taken.add(own)
    return own
  })
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function optional<K extends string>(name: K, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string }
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
