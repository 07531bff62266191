import { reportEditing, saveAgenda } from '@portal/contract/agendas'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Person } from '@portal/contract/portal'
import { quarterParams } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'
import { createAgendaEditors } from './agenda-editors.ts'

const quarter = z.parse(quarterParams, { year: 2026, quarter: 4 })

let api: TestApi
let time: number
beforeEach(async () => {
  time = Date.parse('2026-11-01T09:00:00Z')
  api = await testApi({ now: () => new Date(time) })
})
afterEach(() => api.close())

const personOf = (uid: string, displayName: string) =>
  ({
    ...testPeople.admin,
    uid,
    displayName,
    isAdmin: true,
    canManageUsers: true,
    editsAgendas: true,
  }) as Person
const [maria, james] = [personOf('maria', 'Maria Lopez'), personOf('james', 'James Okafor')]

/** Two instances of the API over one store. */
const instances = () => {
  const parts = { store: api.ports.store, now: () => new Date(time) }
  return [createAgendaEditors(parts), createAgendaEditors(parts)] as const
}

it('tells each editor who else has the agenda open, and at which item', async () => {
  const [first, second] = instances()
  expect(await first.report(maria, quarter, { page: 'm', item: 'budget' })).toEqual({ others: [] })
  expect(await second.report(james, quarter, { page: 'j' })).toEqual({
    others: [{ name: 'Maria Lopez', item: 'budget' }],
  })
  expect(await first.report(maria, quarter, { page: 'm2' })).toEqual({
    others: [{ name: 'James Okafor' }],
  })
})

it('forgets an editor that was closed, and one that has reported nothing for 45 seconds', async () => {
  const [editors] = instances()
  await editors.report(maria, quarter, { page: 'm' })
  await editors.report(maria, quarter, { page: 'm', leaves: true })
  expect(await api.ports.store.get('agenda_editors', '2026-Q4')).toBeUndefined()
  await editors.report(maria, quarter, { page: 'm' })
  time += 45_000
  expect(await editors.report(james, quarter, { page: 'j' })).toEqual({ others: [] })
})

it('keeps at most 20 editors of an agenda', async () => {
  const [editors] = instances()
  for (let n = 0; n < 25; n += 1) {
    await editors.report(personOf(`p${n}`, `Person ${n}`), quarter, { page: `page ${n}` })
  }
  const { others } = await editors.report(maria, quarter, { page: 'm' })
  expect(others).toHaveLength(20)
})

it('replies with the stored agenda’s revision, and records nothing in the audit', async () => {
  const admin = api.call('admin')
  const params = { year: 2026, quarter: 4 }
  await admin(saveAgenda, { params, body: { title: 'Board' }, revision: 'new' })
  const { documents: before } = await api.ports.store.list('audit', { limit: 100 })
  expect(await admin(reportEditing, { params, body: { page: 'a', revision: 1 } })).toEqual({
    others: [],
    revision: 1,
  })
  const { documents: after } = await api.ports.store.list('audit', { limit: 100 })
  expect(after).toHaveLength(before.length)
})

it('names who has saved the agenda since the revision that the edit is based on', async () => {
  const admin = api.call('admin')
  const params = { year: 2026, quarter: 4 }
  const report = (revision: number) =>
    admin(reportEditing, { params, body: { page: 'a', revision } })
  await admin(saveAgenda, { params, body: { title: 'Board' }, revision: 'new' })
  await admin(saveAgenda, { params, body: { title: 'Board, revised' }, revision: 1 })
  expect(await report(1)).toEqual({ others: [], revision: 2, savedBy: testPeople.admin.email })
  expect(await report(2)).not.toHaveProperty('savedBy')
})
