import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { bookCalls, keepQuarter, quarter } from './book-fixture.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await keepQuarter(api)
})
afterEach(() => api.close())

const calls = (as?: Parameters<typeof bookCalls>[1]) => bookCalls(api, as)
const revision = async () => (await api.ports.store.get('agendas', '2026-Q4'))!.revision

it('hides a book while its agenda without date, times and place is a draft again', async () => {
  const body = { date: '', time: '', endTime: '', location: '' }
  const admin = api.call('admin')
  await admin(saveAgenda, { params: quarter, body, revision: await revision() })
  const { book } = await calls().made()
  const change = { params: quarter, body: { status: 'draft' as const } }
  await admin(setAgendaStatus, { ...change, revision: await revision() })
  for (const as of ['member', 'admin'] as const) {
    expect((await calls(as).file(book!.id)).status).toBe(404)
    expect(await calls(as).get()).not.toHaveProperty('book')
  }
})

it('sends a book whose title has half an emoji and a line break, as older portals stored it', async () => {
  const {
    revision: before,
    id: _,
    updatedAt: _2,
    ...agenda
  } = (await api.ports.store.get('agendas', '2026-Q4'))!
  const title = 'Winter \ud83d\r\nSet-Cookie: a=b'
  await api.ports.store.update('agendas', '2026-Q4', { ...agenda, title }, before)
  const { book } = await calls().made()
  const response = await calls().file(book!.id)
  expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
  expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="Winter /)
})
