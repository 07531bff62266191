import { getZoneChange, listAgendas, settleZoneChange } from '@portal/contract/agendas'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import {
  applyChangedSettings,
  forgetFormerTimeZone,
  formerTimeZone,
} from '../../platform/identity/changed-settings.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { keepMoments, movedAgendas, movedText } from './zone-change.ts'

const now = new Date('2026-11-27T09:00:00Z')
const [paris, york] = ['Europe/Paris', 'America/New_York']
const by = { portal: 'operator' } as const

async function storeWith(agendas: Record<string, object>) {
  const store = openSqliteStore({ path: ':memory:' })
  for (const [id, body] of Object.entries(agendas)) await store.create('agendas', id, { ...body })
  return store
}

const q4 = { title: 'Q4', date: '2026-12-10', time: '15:00', endTime: '17:00' }
const items = [
  { id: 'a', title: 'Opening', time: '15:00' },
  { id: 'b', title: 'Budget' },
]

it('moves a meeting of any body, to another day if it must', async () => {
  const store = await storeWith({})
  const meeting = { title: 'Finance', date: '2026-12-31', time: '23:00', endTime: '23:30' }
  await store.create('meetings', '2026-12-31-finance', meeting)
  const { changed } = await keepMoments(store, { from: york, to: paris, now, by })
  expect(changed.map(({ id }) => id)).toEqual(['2026-12-31-finance'])
  expect(await store.get('meetings', '2026-12-31-finance')).toMatchObject({
    date: '2027-01-01',
    time: '05:00',
    endTime: '05:30',
  })
})

it('names the coming agendas that another zone moves', async () => {
  const store = await storeWith({
    '2026-Q4': { ...q4, items },
    '2026-Q3': { ...q4, date: '2026-09-10' },
    '2027-Q1': { ...q4, date: undefined },
  })
  const moved = await movedAgendas(store, { from: paris, to: york, now })
  expect(moved.map(movedText)).toEqual([
    'Q4, 2026-12-10, 3:00 PM (2026-12-10, 9:00 AM keeps the moment)',
  ])
  expect(await movedAgendas(store, { from: paris, to: 'Europe/Berlin', now })).toEqual([])
})

it('lets them keep their moments, with their items, and records it', async () => {
  const store = await storeWith({ '2026-Q4': { ...q4, items, unknown: 1 } })
  await store.transaction((transaction) =>
    keepMoments(transaction, { from: paris, to: york, now, by }),
  )
  expect(await store.get('agendas', '2026-Q4')).toMatchObject({
    date: '2026-12-10',
    time: '09:00',
    endTime: '11:00',
    unknown: 1,
    revision: 2,
    items: [{ id: 'a', time: '09:00' }, { id: 'b' }],
  })
  const { documents } = await store.list('audit')
  expect(documents).toMatchObject([{ what: 'agenda saved', subject: '2026-Q4', by }])
})

it('leaves an agenda that would fall into another quarter or go past midnight', async () => {
  const store = await storeWith({
    '2027-Q1': { ...q4, date: '2027-01-01', time: '03:00', endTime: '04:00' },
    '2026-Q4': { ...q4, time: '05:00', endTime: '07:00' },
  })
  const kept = await store.transaction((transaction) =>
    keepMoments(transaction, { from: paris, to: york, now, by }),
  )
  expect(kept.changed).toEqual([])
  expect(kept.left.map(({ id }) => id)).toEqual(['2026-Q4', '2027-Q1'])
  expect(await store.get('agendas', '2026-Q4')).toMatchObject({ time: '05:00', revision: 1 })
})

it('remembers the former zone until the agendas were changed', async () => {
  const store = await storeWith({})
  const settings = { store, domain: 'a.example', defaultAdminEmail: 'a@a.example', now: () => now }
  await applyChangedSettings({ ...settings, timeZone: paris })
  expect(await formerTimeZone(store, paris)).toBeUndefined()
  // Before a start with the new zone, and after it.
  expect(await formerTimeZone(store, york)).toBe(paris)
  await applyChangedSettings({ ...settings, timeZone: york })
  await applyChangedSettings({ ...settings, timeZone: york })
  expect(await formerTimeZone(store, york)).toBe(paris)
  await store.transaction((transaction) => forgetFormerTimeZone(transaction, york))
  expect(await formerTimeZone(store, york)).toBeUndefined()
})

describe('after a change of the zone, an admin', () => {
  const to = 'America/Los_Angeles'
  let api: TestApi
  beforeEach(async () => {
    api = await testApi({ now: () => now })
    const settings = { domain: 'larkspur.example', defaultAdminEmail: 'a@larkspur.example' }
    await api.ports.store.create('started_with', 'settings', { ...settings, timeZone: york })
    await api.ports.store.create('agendas', '2026-Q4', { ...q4, items })
  })
  afterEach(() => api.close())
  const admin = () => api.call('admin')
  const settle = (keep: 'clock' | 'moments', from = york) =>
    admin()(settleZoneChange, { body: { from, to, keep } })
  const time = async () => (await admin()(listAgendas))[0]!.time
  const decisions = async () =>
    (await api.ports.store.list('audit', { where: { what: 'time zone confirmed' } })).documents

  it('sees which agendas are moved', async () => {
    const kept = { date: '2026-12-10', time: '12:00' }
    const moved = { id: '2026-Q4', title: 'Q4', date: '2026-12-10', time: '15:00', kept }
    expect(await admin()(getZoneChange)).toEqual({ change: { from: york, to, agendas: [moved] } })
  })

  it('keeps their times on the clock, once', async () => {
    expect(await settle('clock')).toEqual({})
    // Sent again, or decided by another admin at the same time.
    expect(await settle('moments')).toEqual({})
    expect(await time()).toBe('15:00')
    expect(await decisions()).toMatchObject([{ after: { timeZone: to, kept: 'clock' } }])
  })

  it('keeps their moments, once', async () => {
    await Promise.all([settle('moments'), settle('moments')])
    expect(await settle('moments')).toEqual({})
    expect(await time()).toBe('12:00')
    expect(await decisions()).toHaveLength(1)
  })

  it('decides nothing about another change than the latest one', async () => {
    expect(await settle('moments', paris)).toMatchObject({ change: { from: york } })
    expect(await time()).toBe('15:00')
  })

  it('has nothing to decide if no coming agenda is moved', async () => {
    await api.ports.store.update('agendas', '2026-Q4', { ...q4, date: '2026-10-01' }, 1)
    expect(await admin()(getZoneChange)).toEqual({})
  })
})
