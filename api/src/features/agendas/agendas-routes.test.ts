import { getAgenda } from '@portal/contract/agendas'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const params = { year: 2026, quarter: 4 }
let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const put = async (body: Record<string, unknown>) => {
  await api.ports.store.create('agendas', '2026-Q4', body)
  await api.ports.store.create('resource_mappings', 'meeting-2026-q4-agenda', { mode: 'native' })
}

describe('a quarter’s agenda', () => {
  it('reports that an agenda isn’t created until somebody creates it', async () => {
    await expect(api.call('member')(getAgenda, { params })).rejects.toMatchObject({
      code: 'notFound',
      message: 'No agenda has been created for 2026 Q4.',
    })
  })

  it('hides a draft from everyone but admins', async () => {
    await put({ status: 'draft', items: [] })
    await expect(api.call('member')(getAgenda, { params })).rejects.toMatchObject({
      code: 'notPublished',
      message: 'The agenda for 2026 Q4 is not published yet.',
    })
    expect(await api.call('admin')(getAgenda, { params })).toMatchObject({ status: 'draft' })
  })

  it('returns an agenda in one form, regardless of the version that stored it', async () => {
    await put({
      status: 'published',
      items: [
        { text: 'Call to order', details: 'By the chair', speaker: 'Maria Lopez' },
        { id: 'x', title: '', duration: 0, completed: true, type: 'vote', time: '09:30' },
        { title: 'Budget', text: 'not this', description: 'The year', duration: 'soon' },
        'nonsense',
      ],
    })
    expect(await api.call('member')(getAgenda, { params })).toMatchObject({
      id: '2026-Q4',
      ...params,
      title: 'Board Meeting Agenda',
      time: '09:00',
      endTime: '10:00',
      items: [
        {
          id: 'item-1',
          title: 'Call to order',
          description: 'By the chair',
          speaker: 'Maria Lopez',
          duration: 15,
          completed: false,
          type: 'discussion',
        },
        { id: 'x', title: '', duration: 0, completed: true, type: 'vote', time: '09:30' },
        { id: 'item-3', title: 'Budget', description: 'The year', duration: 15 },
      ],
    })
  })

  it('treats anything but published as a draft', async () => {
    await put({ status: 'Published!' })
    await expect(api.call('member')(getAgenda, { params })).rejects.toMatchObject({
      code: 'notPublished',
    })
  })

  it('accepts no address outside of the valid years and quarters', async () => {
    for (const wrong of [
      { year: 1969, quarter: 1 },
      { year: 2026, quarter: 5 },
    ]) {
      await expect(api.call('admin')(getAgenda, { params: wrong })).rejects.toMatchObject({
        status: 404,
      })
    }
  })
})
