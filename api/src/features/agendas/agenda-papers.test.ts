import {
  type AgendaContent,
  type AgendaItem,
  getAgenda,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { createAgendaTemplate } from '@portal/contract/agenda-templates'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const params = { year: 2026, quarter: 4 }
const next = { year: 2027, quarter: 1 }

let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => api.close())

type Content = Pick<AgendaContent, 'title' | 'items'>
const save = (body: Content, revision: number | 'new' = 'new', of = params) =>
  api.call('admin')(saveAgenda, { params: of, body, revision })
const storedItems = async (id = '2026-Q4') => (await api.ports.store.get('agendas', id))?.['items']
const budget = { id: 'budget', title: 'Budget' }
const twoPapers = [
  { materialType: 'budget-update', pages: '3–5, 9' },
  { materialType: 'cash-flow-summary' },
]

describe('an agenda item’s papers', () => {
  it('are stored in their order, with pages in one form', async () => {
    const papers = [{ materialType: 'budget-update', pages: ' 3-5,9 ' }, twoPapers[1]!]
    const { items } = await save({ items: [{ ...budget, papers }, { title: 'Close' }] })
    expect(items[0]?.papers).toEqual(twoPapers)
    expect(items[1]).not.toHaveProperty('papers')
    const [read] = (await api.call('admin')(getAgenda, { params })).items
    expect(read?.papers).toEqual(twoPapers)
  })

  it('stay if a save omits them, and are removed by an empty list', async () => {
    await save({ items: [{ ...budget, papers: twoPapers }] })
    const kept = await save({ items: [{ ...budget, title: 'The budget' }] }, 1)
    expect(kept.items).toMatchObject([{ title: 'The budget', papers: twoPapers }])
    const removed = await save({ items: [{ ...budget, papers: [] }] }, 2)
    expect(removed.items[0]).not.toHaveProperty('papers')
    expect(await storedItems()).toEqual([expect.not.objectContaining({ papers: [] })])
  })

  it('keep the fields and the slots that a newer release has stored', async () => {
    const newer = [
      { materialType: 'esg-report', pages: 'i–iv' },
      { materialType: 'budget-update', pages: '3', required: true },
    ]
    await api.ports.store.create('agendas', '2026-Q4', { items: [{ ...budget, papers: newer }] })
    const { items } = await api.call('admin')(getAgenda, { params })
    const papers = items[0]!.papers!.map((paper) =>
      paper.materialType === 'budget-update' ? { ...paper, pages: '4' } : paper,
    )
    await save({ items: [{ ...budget, papers }] }, 1)
    expect(await storedItems()).toMatchObject([
      { papers: [newer[0], { materialType: 'budget-update', pages: '4', required: true }] },
    ])
  })

  it.each([
    [[{ materialType: 'nonsense' }], 'There is no paper named nonsense.'],
    [[{ materialType: 'agenda' }], 'There is no paper named agenda.'],
    [[twoPapers[1]!, twoPapers[1]!], 'An item can name each paper once.'],
    [[{ materialType: 'budget-update', pages: 'five' }], 'Please enter pages such as 3 or 3–5, 9.'],
  ])('are all refused if one is invalid: %j', async (papers, message) => {
    await save({ items: [{ ...budget, papers: twoPapers }] })
    const items = [{ title: 'Welcome' }, { ...budget, papers }]
    const path = 'body.items.1.papers'
    await expect(save({ items }, 1)).rejects.toMatchObject({
      code: 'invalid',
      message,
      fields: [{ path, message }],
    })
    const publish = { status: 'published', content: { items } } as const
    await expect(
      api.call('admin')(setAgendaStatus, { params, body: publish, revision: 1 }),
    ).rejects.toMatchObject({ fields: [{ path: 'body.content.items.1.papers', message }] })
    expect(await storedItems()).toMatchObject([{ papers: twoPapers }])
  })

  it('move to another quarter with their agenda', async () => {
    await save({ items: [{ ...budget, papers: twoPapers }] })
    const body = { date: '2027-01-12' }
    await api.call('admin')(moveAgenda, { params, body, revision: 1 })
    expect(await storedItems('2027-Q1')).toMatchObject([{ papers: twoPapers }])
  })

  it('become the slots of every quarter in a template, even for an editor that doesn’t know them', async () => {
    const papers = [...twoPapers, { materialType: 'additional-material-1' }]
    await save({ items: [{ ...budget, papers }] })
    const create = (name: string, items: object[]) =>
      api.call('admin')(createAgendaTemplate, { body: { id: name, name, from: params, items } })
    const carried = [{ materialType: 'budget-update' }, { materialType: 'cash-flow-summary' }]
    const sent = await create('sent', [{ ...budget, papers }])
    expect(sent.items[0]?.papers).toEqual(carried)
    const kept = await create('kept', [budget])
    expect(kept.items[0]?.papers).toEqual(carried)
    const { id, title } = kept.items[0]!
    const { items } = await save({ items: [{ id, title }] }, 'new', next)
    expect(items[0]?.papers).toEqual(carried)
    const without = await save({ items: [{ id, title, papers: [] }] }, 1, next)
    expect(without.items[0]).not.toHaveProperty('papers')
  })
})

describe('the papers that a reader receives', () => {
  const slot = (type: string, fields: object) =>
    api.ports.store.create('resource_mappings', `meeting-2026-q4-${type}`, { ...fields })
  const papersFor = async (as: Parameters<TestApi['call']>[0]) => {
    const { items } = await api.call(as)(getAgenda, { params })
    return items[0]?.papers?.map(({ materialType }) => materialType)
  }

  it('are limited to what the reader can open; admins receive all of them', async () => {
    const embedUrl = 'https://airtable.com/embed/x'
    await slot('agenda', { mode: 'native' })
    await slot('budget-update', { embedUrl, active: false })
    await slot('cash-flow-summary', { embedUrl })
    await slot('asset-summary', { documentId: 'gone' })
    const types = ['budget-update', 'cash-flow-summary', 'asset-summary', 'consent-agenda']
    const papers = types.map((materialType) => ({ materialType }))
    await save({ items: [{ ...budget, papers }] })
    await api.call('admin')(setAgendaStatus, {
      params,
      body: { status: 'published' },
      revision: 1,
    })
    expect(await papersFor('member')).toEqual(['cash-flow-summary'])
    expect(await papersFor('admin')).toEqual(types)
  })
})

/** The fields of an item that an editor of contract 1.18.0 knows: it reads them, and sends them back. */
const itemOf118 = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  time: z.optional(z.string()),
  duration: z.number(),
  completed: z.boolean(),
  type: z.string(),
  speaker: z.optional(z.string()),
})

describe('an editor of contract 1.18.0', () => {
  it('keeps the fields of the items that it doesn’t know, in any order and next to new items', async () => {
    const items = [
      { ...budget, papers: twoPapers, motion: 7 },
      { id: 'close', title: 'Close', papers: [{ materialType: 'asset-summary' }] },
      { id: 'audit', title: 'Audit', papers: [{ materialType: 'consent-agenda' }] },
    ]
    await api.ports.store.create('agendas', '2026-Q4', { items })
    const read = (await api.call('admin')(getAgenda, { params })).items.map((item: AgendaItem) =>
      z.parse(itemOf118, item),
    )
    expect(read[0]).not.toHaveProperty('papers')
    const [first, second] = read
    const sent = [{ ...second!, duration: 20 }, { title: 'New' }, { ...first!, title: 'Money' }]
    await save({ items: sent }, 1)
    expect(await storedItems()).toEqual([
      expect.objectContaining({ id: 'close', duration: 20, papers: items[1]!.papers }),
      expect.not.objectContaining({ papers: expect.anything() }),
      expect.objectContaining({ title: 'Money', papers: twoPapers, motion: 7 }),
    ])
  })
})

describe('a sub-item', () => {
  const items = [budget, { id: 'outlook', title: 'Outlook', subItem: true }]

  it('stays one if a save omits that, and becomes an item when a save says so', async () => {
    const saved = await save({ items })
    expect(saved.items.map(({ subItem }) => subItem)).toEqual([undefined, true])
    const kept = await save({ items: [budget, { id: 'outlook', title: 'The outlook' }] }, 1)
    expect(kept.items[1]).toMatchObject({ title: 'The outlook', subItem: true })
    const raised = await save({ items: [budget, { ...items[1]!, subItem: false }] }, 2)
    expect(raised.items[1]).not.toHaveProperty('subItem')
    expect(await storedItems()).toEqual([
      expect.not.objectContaining({ subItem: expect.anything() as unknown }),
      expect.not.objectContaining({ subItem: expect.anything() as unknown }),
    ])
  })

  it('is one in a template too', async () => {
    const body = { id: 'regular', name: 'Regular meeting', items }
    const template = await api.call('admin')(createAgendaTemplate, { body })
    expect(template.items.map(({ subItem }) => subItem)).toEqual([undefined, true])
  })
})

describe('a presenter from the directory', () => {
  const presented = { ...budget, speaker: 'Ada Lindqvist', speakerId: 'ada' }

  it('stays linked while the name stays, also for an editor that doesn’t know the link', async () => {
    expect((await save({ items: [presented] })).items[0]).toMatchObject(presented)
    const sent = { ...budget, title: 'The budget', speaker: 'Ada Lindqvist' }
    expect((await save({ items: [sent] }, 1)).items[0]).toMatchObject({ speakerId: 'ada' })
    const other = { ...budget, speaker: 'Wei Chen' }
    expect((await save({ items: [other] }, 2)).items[0]).not.toHaveProperty('speakerId')
  })

  it('is a typed name again when the link is cleared', async () => {
    await save({ items: [presented] })
    const typed = await save({ items: [{ ...presented, speakerId: '' }] }, 1)
    expect(typed.items[0]).toMatchObject({ speaker: 'Ada Lindqvist' })
    expect(typed.items[0]).not.toHaveProperty('speakerId')
  })
})
