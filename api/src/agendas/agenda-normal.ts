import { type Agenda, agenda, type AgendaItem } from '@portal/contract/agendas'
import * as z from 'zod/mini'

type Loose = Record<string, unknown>

/** Defaults of the specification, section 9. */
const defaults = { title: 'Board Meeting Agenda', time: '09:00', endTime: '10:00', duration: 15 }

/** An agenda as it was stored by whichever version, in the contract's words. */
export function normalAgenda(
  stored: Loose & { id: string; revision: number; updatedAt: string },
  { year, quarter }: { year: number; quarter: number },
): Agenda {
  const items = Array.isArray(stored['items']) ? stored['items'].filter(isLoose) : []
  return z.parse(agenda, {
    id: stored.id,
    year,
    quarter,
    status: stored['status'] === 'published' ? 'published' : 'draft',
    title: textOf(stored['title']) ?? defaults.title,
    ...optional('date', textOf(stored['date'])),
    time: textOf(stored['time']) ?? defaults.time,
    endTime: textOf(stored['endTime']) ?? defaults.endTime,
    ...optional('location', textOf(stored['location'])),
    ...optional('description', textOf(stored['description'])),
    items: items.map(normalItem),
    ...optional('createdAt', textOf(stored['createdAt'])),
    updatedAt: stored.updatedAt,
    revision: stored.revision,
  })
}

/** `title` or `text`, `description` or `details`. A title may be blank: the screens name such an item. */
function normalItem(item: Loose, index: number): AgendaItem {
  const duration = Number(item['duration'] ?? defaults.duration)
  return {
    id: textOf(item['id']) ?? `item-${index + 1}`,
    title: textOf(item['title']) ?? textOf(item['text']) ?? '',
    ...optional('description', textOf(item['description']) ?? textOf(item['details'])),
    ...optional('time', textOf(item['time'])),
    duration: Number.isFinite(duration) && duration >= 0 ? duration : defaults.duration,
    completed: item['completed'] === true,
    type: textOf(item['type']) ?? 'discussion',
    ...optional('speaker', textOf(item['speaker'])),
  }
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
