import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { createDirectoryEntry } from '@portal/contract/directory'
import { saveMapping } from '@portal/contract/mappings'
import { getSetup, saveSetup } from '@portal/contract/setup'
import { saveSlotSettings } from '@portal/contract/slot-settings'
import { mappingId } from '@portal/domain/ids'
import { specifiedCards } from '@portal/domain/slot-names'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CalendarEntry } from '../calendar/calendar.ts'
import { Refusal } from '../../refusal.ts'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

const none = {
  people: false,
  calendar: false,
  papers: false,
  agenda: false,
  policies: false,
  invitations: false,
}

let time = Date.parse('2026-11-20T18:00:00Z')
let events: CalendarEntry[] | undefined
let api: TestApi
beforeEach(async () => {
  events = []
  api = await testApi({
    now: () => new Date((time += 60_000)),
    ports: {
      calendar: {
        between: async () => {
          if (events) return events
          throw new Refusal('unavailable', 'The calendar can’t be reached.')
        },
        byId: async () => undefined,
        problems: async () => [],
      },
    },
  })
  // Of an empty portal, only the first admin has signed in.
  const { accounts } = await api.accounts.list()
  for (const { uid, email } of accounts) {
    if (email !== testPeople.admin.email) await api.accounts.delete(uid)
  }
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const steps = async () => (await admin()(getSetup)).steps
const map = (id: string) =>
  admin()(saveMapping, { params: { id }, body: { documentId: 'paper' }, revision: 'new' })
const addEntry = (name: string, email: string) =>
  admin()(createDirectoryEntry, { form: { type: 'staff', role: 'Staff', name, email } })

describe('the first steps', () => {
  it('are open in an empty portal', async () => {
    expect(await admin()(getSetup)).toEqual({ steps: none, isPutAway: false })
  })

  it('are done once somebody else than the first admin is in the directory', async () => {
    await addEntry('Ruth Abelman', testPeople.admin.email)
    expect(await steps()).toEqual(none)
    await addEntry('Maria Lopez', testPeople.member.email)
    expect(await steps()).toEqual({ ...none, people: true })
  })

  it('are done once the calendar has a coming event', async () => {
    events = [
      {
        id: 'meeting',
        summary: 'Board Meeting',
        start: { dateTime: '2026-12-10T18:00:00Z' },
        end: { dateTime: '2026-12-10T20:00:00Z' },
      },
    ]
    expect(await steps()).toEqual({ ...none, calendar: true })
  })

  it('are done once a paper and a policy are mapped', async () => {
    await api.putPaper('paper')
    await map('communications-break-fake-rules')
    expect(await steps()).toEqual(none)
    await map('meeting-2026-q4-budget-vs-actual')
    expect(await steps()).toEqual({ ...none, papers: true })
    await map('governance-bylaws')
    expect(await steps()).toEqual({ ...none, papers: true, policies: true })
  })

  it('need no policy once all of the specification’s are set aside', async () => {
    const all = specifiedCards.governance.map(mappingId)
    const setAside = (ids: string[], revision: number | 'new') =>
      admin()(saveSlotSettings, { body: { setAside: ids }, revision })
    const { revision } = await setAside(all.slice(1), 'new')
    expect(await steps()).toEqual(none)
    await setAside(all, revision!)
    expect(await steps()).toEqual({ ...none, policies: true })
  })

  it('are done once an agenda is published, whose meeting is in the calendar', async () => {
    const params = { year: 2026, quarter: 4 }
    const { revision } = await admin()(saveAgenda, {
      params,
      body: { title: 'Winter meeting', date: '2026-12-10', items: [] },
      revision: 'new',
    })
    expect(await steps()).toEqual(none)
    await admin()(setAgendaStatus, { params, body: { status: 'published' }, revision })
    expect(await steps()).toEqual({ ...none, calendar: true, agenda: true })
  })

  it('are done once somebody who isn’t an admin has an account', async () => {
    await api.accounts.create({ email: 'ada.park@larkspur.example', password: 'four words' })
    expect(await steps()).toEqual({ ...none, invitations: true })
  })

  it('leave out what can’t be checked', async () => {
    events = undefined
    const { calendar: _, ...others } = none
    expect(await steps()).toEqual(others)
  })
})

describe('the list', () => {
  const put = (isPutAway: boolean, revision: number | 'new') =>
    admin()(saveSetup, { body: { isPutAway }, revision })

  it('is put away for all admins, and shown again', async () => {
    expect(await put(true, 'new')).toEqual({ steps: {}, isPutAway: true, revision: 1 })
    expect(await put(true, 'new')).toMatchObject({ revision: 1 })
    expect(await admin()(getSetup)).toEqual({ steps: {}, isPutAway: true, revision: 1 })
    expect(await put(false, 1)).toEqual({ steps: none, isPutAway: false, revision: 2 })
    await expect(put(true, 1)).rejects.toMatchObject({ code: 'stale', current: { revision: 2 } })
    const { documents } = await api.ports.store.list('audit', {
      where: { subject: 'setup' },
      orderBy: 'at',
    })
    expect(documents.map(({ what }) => what)).toEqual([
      'first steps put away',
      'first steps shown again',
    ])
  })
})
