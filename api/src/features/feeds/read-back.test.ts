import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { renewFeed } from '@portal/contract/feeds'
import { momentAt } from '@portal/domain/zone-time'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { icsCalendar } from '../../adapters/ics/ics-calendar.ts'
import { icsFile } from '../../adapters/ics/ics-source.ts'
import { testApi } from '../../testing/test-api.ts'
import { calendarFile } from '../calendar/calendar-feature.ts'
import { independently, readBack, timeZone } from './read-back-fixture.ts'

const fixtures = join(import.meta.dirname, '../../adapters/ics/fixtures')
const wide = [new Date('2026-08-01T07:00:00Z'), new Date('2029-05-01T07:00:00Z')] as const

describe('a foundation’s calendar', () => {
  it.each(readdirSync(fixtures))(
    'is the same when it is read back from a feed: %s',
    async (name) => {
      const file = join(fixtures, name)
      const api = await testApi({ icsFile: file, now: () => new Date('2027-07-01T12:00:00Z') })
      const { path } = await api.call('member')(renewFeed, { body: { nonce: 'n'.repeat(22) } })
      const text = await (await api.request(path)).text()
      await api.close()
      const calendar = icsCalendar({ source: icsFile(file), timeZone, meetingHosts: [] })
      const events = await calendar.between(...wide)
      const again = await readBack(text, ...wide)
      const essence = (each: (typeof events)[number]) => {
        const { description: _, timeUnconfirmed: __, ...rest } = each
        return rest
      }
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
      // An event without an end lasts no time, or its day.
      const withEnd = (each: (typeof events)[number]) =>
        each.end ? each : { ...each, end: { date: dayAfterOf(each.start.date) } }
      expect(again.map(essence).toSorted(byId)).toEqual(
        events
          .map((each) => (each.start.date === undefined ? each : withEnd(each)))
          .map(essence)
          .toSorted(byId),
      )
      for (const { id, description = '' } of events) {
        expect(again.find((each) => each.id === id)?.description ?? '').toContain(description)
      }
      expect(
        independently(text)
          .map(({ uid }) => uid)
          .toSorted(),
      ).toEqual(events.map(({ id }) => id).toSorted())
    },
  )
})

const dayAfterOf = (day = '') => {
  const next = new Date(Date.parse(day) + 86_400_000)
  return next.toISOString().slice(0, 10)
}

describe('the definition of a zone', () => {
  it.each([
    'America/Los_Angeles',
    'America/Santiago',
    'America/St_Johns',
    'Africa/Casablanca',
    'Africa/Nairobi',
    'Asia/Gaza',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Europe/Berlin',
    'Europe/Dublin',
    'Pacific/Chatham',
    'UTC',
  ])('has the clocks of every day of three years: %s', (zone) => {
    const now = new Date('2026-11-10T12:00:00Z')
    const moments = Array.from({ length: 3 * 365 }, (_, day) =>
      momentAt(
        `${new Date(Date.UTC(2025, 10, 12 + day)).toISOString().slice(0, 10)}T1${day % 9}:30`,
        zone,
      )!.toISOString(),
    )
    const entries = moments.map((dateTime, index) => ({
      uid: String(index),
      stamp: now,
      entry: { id: '', summary: 'Meeting', start: { dateTime }, end: { dateTime } },
    }))
    const text = calendarFile({ timeZone: zone, entries, now })
    const calendar = new ICAL.Component(ICAL.parse(text))
    const definition = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
    for (const [index, event] of calendar.getAllSubcomponents('vevent').entries()) {
      const local = event.getFirstPropertyValue('dtstart') as ICAL.Time
      const time = local.clone()
      time.zone = definition
      expect(new Date(time.toUnixTime() * 1000).toISOString()).toBe(moments[index])
    }
  })
})
