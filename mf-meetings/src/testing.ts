import type { CalendarEvent } from '@portal/contract/calendar'
import { type MappingChange, saveMapping } from '@portal/contract/mappings'
import type { RenderedRemote } from '@portal/remote-kit/testing'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** A screen's first showing also loads its code; a busy machine needs more than the default second. */
configure({ asyncUtilTimeout: 5000 })
vi.setConfig({ testTimeout: 20_000 })

type TestApi = RenderedRemote['api']

/** A calendar with these events; `fails` makes it unreachable until it is set to false again. */
export function calendarOf(events: CalendarEvent[]) {
  const calendar = {
    fails: false,
    between: async (from: Date, to: Date) => {
      if (calendar.fails) throw new Error('The calendar is down')
      return events.filter(({ start, end }) => {
        const first = Date.parse(start.dateTime ?? start.date!)
        const last = Date.parse(end?.dateTime ?? end?.date ?? start.dateTime ?? start.date!)
        return first < to.getTime() && last >= from.getTime()
      })
    },
    byId: async (id: string) => events.find((event) => event.id === id),
  }
  return calendar
}

/** Puts a PDF among the synced documents. */
export async function keepDocument(api: TestApi, id: string, pages: number): Promise<void> {
  const time = '2026-10-03T18:00:00.000Z'
  await api.ports.store.create('documents', id, {
    google_id: id,
    title: id,
    name: `${id}.pdf`,
    mime_type: 'application/pdf',
    path: 'Board papers',
    parent_folder: 'board-papers',
    created_time: time,
    modified_time: time,
    last_synced: time,
    size: 1000,
    pages,
    condition: 'ready',
    sha256: 'ab'.repeat(32),
  })
}

/** Maps a slot as an admin does. */
export async function map(api: TestApi, id: string, change: MappingChange): Promise<void> {
  await api.call('admin')(saveMapping, { params: { id }, body: change, revision: 'new' })
}

/** Keeps a native agenda of the fourth quarter of 2026. */
export async function keepAgenda(
  api: TestApi,
  fields: Record<string, unknown> = {},
): Promise<void> {
  await api.ports.store.create('agendas', '2026-Q4', {
    status: 'published',
    title: 'Q4 2026 Board Meeting',
    date: '2026-12-10',
    time: '09:00',
    endTime: '12:00',
    location: 'Larkspur House',
    items: [
      { id: 'welcome', title: 'Welcome and quorum', duration: 10, speaker: 'Chair' },
      { id: 'budget', title: 'Budget vs Actual', duration: 30, description: longText },
      { id: 'break', title: '', duration: 15, completed: true },
    ],
    ...fields,
  })
}

export const longText =
  'Nine-month results and the year-end forecast, with the two grants that move into the fourth quarter, ' +
  'the cost of the spring convening, and the question of whether the reserve is to be drawn on ' +
  'before the year ends.'

/** Answers this path by a plain failure, until the returned function mends it. */
export function breakPath(api: TestApi, path: string): () => void {
  const { request } = api.app
  api.app.request = async (input, ...rest) => {
    const broken = typeof input === 'string' && input.includes(path)
    return broken ? new Response('', { status: 503 }) : request(input, ...rest)
  }
  return () => {
    api.app.request = request
  }
}

/** happy-dom's own way to another screen size. */
export function resizeTo(width: number): void {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number; height: number }) => void }
  }
  happyDOM.setViewport({ width, height: 900 })
}

/** The viewer's own requests end here: no test reads a document's bytes. */
export function withoutFiles(): void {
  globalThis.fetch = async () => new Response('', { status: 404 })
}
