import {
  getAgenda,
  listAgendas,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { listMappings, listQuarters, saveMapping } from '@portal/contract/mappings'
import { copySlots, mapPapers, prepareQuarter, setAgendaSource } from '@portal/contract/meetings'
import { memberViewHeader } from '@portal/contract/member-view'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { undoChanges } from '@portal/contract/undo'
import type { Quarter } from '@portal/domain/quarter'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const next: Quarter = { year: 2027, quarter: 1 }
const slot = 'meeting-2027-q1-budget-update'
const preparing = { preparing: 'true' as const }

let time = Date.parse('2026-11-20T18:00:00Z')
let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date((time += 1000)) })
  await api.putPaper('budget', { source: 'upload' })
  await api.putPaper('other')
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const member = () => api.call('member')
const stateOf = async (of = next) => (await admin()(getPublication, { params: of })).state
const setState = (state: 'preparation' | 'published', revision: number | 'new', of = next) =>
  admin()(setPublication, { params: of, body: { state }, revision })
const map = (id = slot, more: { query?: typeof preparing } = {}) =>
  admin()(saveMapping, { params: { id }, body: { documentId: 'budget' }, revision: 'new', ...more })
const idsSeen = async () => Object.keys(await member()(listMappings))

describe('what starts a quarter in preparation', () => {
  const agenda = { title: 'Winter meeting' }
  const acts: [name: string, act: () => Promise<unknown>][] = [
    ['preparing it', () => admin()(prepareQuarter, { params: next })],
    [
      'the first papers that are matched',
      () =>
        admin()(mapPapers, {
          params: next,
          body: {
            papers: [{ materialType: 'budget-update', documentId: 'budget', revision: 'new' }],
          },
        }),
    ],
    [
      'the first slot that is copied',
      async () => {
        await map('meeting-2026-q4-budget-update')
        await admin()(copySlots, {
          params: next,
          body: {
            from: { year: 2026, quarter: 4 },
            slots: [{ materialType: 'budget-update', revision: 1, target: 'new' }],
          },
        })
      },
    ],
    ['the first mapping of an admin screen', () => map(slot, { query: preparing })],
    [
      'the first agenda of an admin screen',
      () => admin()(saveAgenda, { params: next, query: preparing, body: agenda, revision: 'new' }),
    ],
    [
      'the first agenda of an admin screen, published at once',
      () =>
        admin()(setAgendaStatus, {
          params: next,
          query: preparing,
          body: { status: 'published', content: agenda },
          revision: 'new',
        }),
    ],
    [
      'the first choice of the agenda’s source',
      () =>
        admin()(setAgendaSource, {
          params: next,
          query: preparing,
          body: { mode: 'native' },
          revision: 'new',
        }),
    ],
  ]

  it.each(acts)('is %s', async (_, act) => {
    await act()
    expect(await stateOf()).toBe('preparation')
    expect((await idsSeen()).filter((id) => id.includes('2027'))).toEqual([])
    expect(await member()(listAgendas)).toEqual([])
  })

  it('is not a mapping that a program saves', async () => {
    await map()
    expect(await stateOf()).toBe('published')
    expect(await idsSeen()).toEqual([slot])
  })

  it('is not an addition to a quarter that already has content', async () => {
    await map()
    await map('meeting-2027-q1-asset-summary', { query: preparing })
    await admin()(prepareQuarter, { params: next })
    expect(await stateOf()).toBe('published')
    expect(await idsSeen()).toHaveLength(2)
  })

  it('isn’t repeated once the quarter was published', async () => {
    await admin()(prepareQuarter, { params: next })
    await setState('published', 1)
    await map(slot, { query: preparing })
    expect(await stateOf()).toBe('published')
    expect(await idsSeen()).toEqual([slot])
  })
})

describe('publishing a quarter', () => {
  beforeEach(async () => {
    await map(slot, { query: preparing })
  })

  it('shows it to members, and can be taken back and repeated', async () => {
    expect(await idsSeen()).toEqual([])
    const published = await setState('published', 1)
    expect(published).toMatchObject({ ...next, state: 'published', revision: 2 })
    expect(await setState('published', 1)).toEqual(published)
    expect(await idsSeen()).toEqual([slot])
    expect((await member()(listQuarters)).years).toEqual([2027])

    const back = await setState('preparation', 2)
    expect(back).toMatchObject({ state: 'preparation', revision: 3 })
    expect(await setState('preparation', 2)).toEqual(back)
    expect(await idsSeen()).toEqual([])
    expect((await member()(listQuarters)).years).toEqual([])
  })

  it('is refused if somebody else has changed it since', async () => {
    await setState('published', 1)
    await setState('preparation', 2)
    await expect(setState('published', 1)).rejects.toMatchObject({
      status: 412,
      current: { state: 'preparation', revision: 3 },
    })
  })

  it('makes its papers new for members at that moment', async () => {
    const mapped = (await admin()(listMappings))[slot]!.shownSince!
    const { publishedAt } = await setState('published', 1)
    const seen = (await member()(listMappings))[slot]!
    expect(seen.shownSince).toBe(publishedAt)
    expect(publishedAt! > mapped).toBe(true)
  })

  it('keeps what a newer version has stored for the quarter', async () => {
    const { store } = api.ports
    await store.update('quarters', '2027-Q1', { inPreparation: true, later: 'kept' }, 1)
    await setState('published', 2)
    expect(await store.get('quarters', '2027-Q1')).toMatchObject({
      inPreparation: false,
      later: 'kept',
    })
  })

  it('is recorded, and can be undone from the audit', async () => {
    await setState('published', 1)
    const entry = { subject: 'quarter-2027-Q1', what: 'quarter published' }
    const { entries } = await admin()(listAudit, { query: { subject: entry.subject } })
    expect(entries.map(({ what }) => what)).toEqual([
      'quarter published',
      'quarter put in preparation',
    ])
    await admin()(undoChanges, { body: { changes: [entry] } })
    expect(await stateOf()).toBe('preparation')
    expect(await idsSeen()).toEqual([])
    await admin()(undoChanges, { body: { changes: [{ ...entry, what: 'change undone' }] } })
    expect(await stateOf()).toBe('published')
    expect(await idsSeen()).toEqual([slot])
  })

  it('hides a quarter that was published without a preparation', async () => {
    const earlier = { year: 2026, quarter: 4 }
    await map('meeting-2026-q4-budget-update')
    await setState('preparation', 'new', earlier)
    expect(await idsSeen()).toEqual([])
    const entry = { subject: 'quarter-2026-Q4', what: 'quarter put in preparation' }
    await admin()(undoChanges, { body: { changes: [entry] } })
    expect(await idsSeen()).toEqual(['meeting-2026-q4-budget-update'])
    const [seen] = Object.values(await member()(listMappings))
    expect(seen!.shownSince! < new Date(time - 5000).toISOString()).toBe(true)
  })

  it('previews the quarter for an admin who views the portal as a member with drafts', async () => {
    const as = (view: string) => api.call('admin', { [memberViewHeader]: view })
    expect(await as('member')(listMappings)).toEqual({})
    expect(await as('member-drafts')(listMappings)).toMatchObject({
      [slot]: { draft: true, title: 'Draft: Budget Update', document: { id: 'budget' } },
    })
  })
})

describe('moving an agenda out of a quarter in preparation', () => {
  const body = { title: 'Winter meeting', date: '2027-01-15' }
  beforeEach(async () => {
    await admin()(setAgendaStatus, {
      params: next,
      query: preparing,
      body: { status: 'published', content: body },
      revision: 'new',
    })
  })
  const move = () =>
    admin()(moveAgenda, { params: next, body: { date: '2027-04-15' }, revision: 1 })
  const second = { year: 2027, quarter: 2 }

  it('starts an empty quarter in preparation', async () => {
    expect((await move()).status).toBe('published')
    expect(await stateOf(second)).toBe('preparation')
    await expect(member()(getAgenda, { params: second })).rejects.toMatchObject({ status: 404 })
  })

  it('makes it a draft in a published quarter', async () => {
    await map('meeting-2027-q2-budget-update')
    expect((await move()).status).toBe('draft')
    expect(await stateOf(second)).toBe('published')
    expect(await member()(listAgendas)).toEqual([])
  })
})
