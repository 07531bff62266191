import { type Agenda, getAgenda } from '@portal/contract/agendas'
import type { CalendarEvent } from '@portal/contract/calendar'
import { pathOf } from '@portal/domain/path-of'
import type { Page } from '@playwright/test'
import { currentQuarter } from './fixtures.ts'

/** Longer than a line of a phone in the largest text. */
export const longWord = 'Rechtsschutzversicherungspflicht'

const long = {
  name: `${longWord} ${longWord}`,
  role: longWord,
  department: longWord,
  title: longWord,
  path: `${longWord}/${longWord}`,
  email: `${longWord}@${longWord}.example`,
}

/** Gives people, documents, papers, events and the items of the quarter's agenda names of long words. */
export async function withLongWords(page: Page): Promise<void> {
  const replace = (path: string, change: (reply: never) => unknown) =>
    page.route(path, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: response.ok() ? change(json as never) : json })
    })
  await replace('**/api/people*', (reply: { people: object[] }) => ({
    ...reply,
    people: reply.people.map(renamed),
  }))
  await replace('**/api/folders*', (reply: { folders: { documents: object[] }[] }) => ({
    ...reply,
    folders: reply.folders.map(({ documents }) => ({
      folder: long.path,
      documents: documents.map(renamed),
    })),
  }))
  await replace('**/api/search?*', (reply: { hits: object[] }) => ({
    ...reply,
    hits: reply.hits.map(renamed),
  }))
  await replace('**/api/resource-mappings*', (mappings: Record<string, object>) =>
    Object.fromEntries(Object.entries(mappings).map(([id, entry]) => [id, renamed(entry)])),
  )
  await replace('**/api/calendar/events?*', (events: CalendarEvent[]) =>
    events.map((event) => ({
      ...event,
      summary: longWord,
      location: longWord,
      description: `${longWord}\n${longWord}`,
    })),
  )
  await replace(`**${pathOf(getAgenda.path, currentQuarter())}`, (agenda: Agenda) => {
    const words = { title: longWord, description: longWord }
    const items = agenda.items.map((item) => ({
      ...item,
      ...words,
      speaker: longWord,
      type: longWord,
    }))
    return { ...agenda, ...words, location: longWord, items }
  })
}

function renamed(entry: object): object {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, long[key as keyof typeof long] ?? value]),
  )
}
