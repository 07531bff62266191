import { getAgenda } from '@portal/contract/agendas'
import {
  getMapping,
  listMappings,
  listQuarters,
  type MappingChange,
  saveMapping,
} from '@portal/contract/mappings'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const budget = 'meeting-2026-q4-budget-update'
const bylaws = 'governance-bylaws'
const values = 'communications-mission-vision-values'
const agenda = 'meeting-2026-q4-agenda'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('doc-1', { title: 'Budget', name: 'Budget.pdf', pages: 4 })
})
afterEach(() => api.close())

const save = (id: string, body: MappingChange, revision: number | 'new' = 'new') =>
  api.call('admin')(saveMapping, { params: { id }, body, revision })
const seen = async (as: 'admin' | 'member') => Object.keys(await api.call(as)(listMappings))
const get = (id: string, as: 'admin' | 'member' = 'admin') =>
  api.call(as)(getMapping, { params: { id } })

describe('saving a mapping', () => {
  it('maps a document, and returns its metadata', async () => {
    const saved = await save(budget, {
      documentId: 'doc-1',
      title: 'Q4 budget',
      year: 2026,
      quarter: 4,
      materialType: 'budget-update',
    })
    expect(saved).toMatchObject({
      id: budget,
      title: 'Q4 budget',
      documentId: 'doc-1',
      mimeType: 'application/pdf',
      modifiedTime: '2026-11-02T09:00:00.000Z',
      active: true,
      year: 2026,
      quarter: 4,
      materialType: 'budget-update',
      revision: 1,
      document: { id: 'doc-1', name: 'Budget.pdf', pages: 4 },
    })
    expect(await get(budget)).toEqual(saved)
    expect(await api.call('admin')(listMappings)).toEqual({ [budget]: saved })
  })

  it('clears the embed when a document is saved, and the document when an embed is saved', async () => {
    await save(budget, { embedUrl: 'https://airtable.com/embed/x', embedType: 'airtable' })
    const document = await save(budget, { documentId: 'doc-1' }, 1)
    expect(document).not.toHaveProperty('embedUrl')
    expect(document).not.toHaveProperty('embedType')
    const embed = await save(budget, { embedUrl: ' https://docs.google.com/d/1 ' }, 2)
    expect(embed.embedUrl).toBe('https://docs.google.com/d/1')
    for (const field of ['documentId', 'document', 'mimeType']) {
      expect(embed).not.toHaveProperty(field)
    }
  })

  it('always stores an embed’s type: airtable for meetings, external for the others', async () => {
    const embedUrl = 'https://larkspur.example/page'
    expect((await save(budget, { embedUrl })).embedType).toBe('airtable')
    expect((await save(values, { embedUrl })).embedType).toBe('external')
    expect((await save(bylaws, { embedUrl })).embedType).toBe('external')
    expect((await save(bylaws, { embedUrl, embedType: 'others' }, 1)).embedType).toBe('others')
  })

  it('adds the type that old data doesn’t have', async () => {
    await api.ports.store.create('resource_mappings', values, { embedUrl: 'https://a.example/' })
    expect(await get(values, 'member')).toMatchObject({ embedType: 'external', active: true })
  })

  it('merges a partial save into the stored mapping', async () => {
    await save(bylaws, { documentId: 'doc-1', title: 'Our bylaws' })
    expect(await save(bylaws, { active: false }, 1)).toMatchObject({
      documentId: 'doc-1',
      title: 'Our bylaws',
      active: false,
    })
    expect(await save(bylaws, { title: '  ' }, 2)).not.toHaveProperty('title')
  })

  it.each([
    ['http://larkspur.example/', 'An embed’s address must begin with https://.'],
    ['javascript:alert(1)', 'An embed’s address must begin with https://.'],
    [
      'https://user:pass@larkspur.example/',
      'An embed’s address must not contain a user name or password.',
    ],
    [
      'https://user@larkspur.example/',
      'An embed’s address must not contain a user name or password.',
    ],
    ['not an address', 'An embed’s address must begin with https://.'],
    ['  ', 'An embed needs an address.'],
    ['<iframe src="https://a.example"></iframe>', 'Send the embed’s address alone, not its HTML.'],
  ])('refuses the embed address %s', async (embedUrl, message) => {
    await expect(save(budget, { embedUrl })).rejects.toMatchObject({ code: 'invalid', message })
    expect(await seen('admin')).toEqual([])
  })

  it('refuses an embed address that is too long, and names the limit', async () => {
    const embedUrl = `https://a.example/${'x'.repeat(2000)}`
    await expect(save(budget, { embedUrl })).rejects.toMatchObject({
      code: 'badRequest',
      message: 'Embed URL: At most 2,000 characters',
      fields: [{ path: 'body.embedUrl', message: 'At most 2,000 characters' }],
    })
  })

  it('refuses an unknown document, both sources at once, another slot, and an empty change', async () => {
    const refused = (change: MappingChange, id = budget) =>
      expect(save(id, change)).rejects.toMatchObject({ code: 'invalid' })
    await expect(save(budget, { documentId: 'nothing' })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Document not found: nothing',
    })
    await refused({ documentId: 'doc-1', embedUrl: 'https://a.example' })
    await refused({ documentId: 'doc-1', quarter: 3 })
    await refused({ documentId: 'doc-1', policyType: 'bylaws' })
    await refused({ mode: 'native' })
    await refused({})
  })

  it.each([
    'meeting-2026-q5-agenda',
    'meeting-1969-q1-agenda',
    'governance-nothing',
    'constructor',
  ])('reports that there is no slot %s', async (id) => {
    const refused = { code: 'notFound', message: 'Material Not Found' }
    await expect(save(id, { active: true })).rejects.toMatchObject(refused)
    await expect(get(id)).rejects.toMatchObject(refused)
  })

  it('allows only admins to save a mapping', async () => {
    const saving = api.call('staff')(saveMapping, {
      params: { id: budget },
      body: { documentId: 'doc-1' },
      revision: 'new',
    })
    await expect(saving).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('audits who changed what', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    await save(bylaws, { active: false }, 1)
    const { documents } = await api.ports.store.list('audit')
    expect(documents).toHaveLength(2)
    const by = { email: 'ruth.abelman@larkspur.example' }
    const first = documents.find(({ before }) => before === null)
    const second = documents.find(({ before }) => before !== null)
    expect(first).toMatchObject({ by, what: 'mapping saved', subject: bylaws, before: null })
    expect(second).toMatchObject({ by, before: { active: true }, after: { active: false } })
  })
})

describe('a native agenda as the source', () => {
  const stored = () => api.ports.store.get('agendas', '2026-Q4')
  const audit = async () => {
    const { documents } = await api.ports.store.list('audit')
    return documents.map(({ what, subject }) => `${String(what)}: ${String(subject)}`).toSorted()
  }

  it('creates a draft if the quarter has none', async () => {
    await save(agenda, { mode: 'native' })
    expect(
      await api.call('admin')(getAgenda, { params: { year: 2026, quarter: 4 } }),
    ).toMatchObject({
      status: 'draft',
      title: 'Board Meeting Agenda',
      time: '09:00',
      endTime: '10:00',
      items: [],
      revision: 1,
    })
    expect(Object.keys((await stored())!)).not.toContain('materialType')
    expect(await audit()).toEqual(['agenda created: 2026-Q4', `mapping saved: ${agenda}`])
  })

  it('keeps the agenda if the quarter has one, and when the choice is repeated', async () => {
    await api.ports.store.create('agendas', '2026-Q4', { status: 'published', title: 'Ours' })
    await save(agenda, { mode: 'native' })
    await save(agenda, { mode: 'native' })
    expect(await stored()).toMatchObject({ title: 'Ours', revision: 1 })
    expect(await audit()).toEqual([`mapping saved: ${agenda}`])
  })

  it('creates the agenda for a choice that older versions stored without one', async () => {
    await api.ports.store.create('resource_mappings', agenda, { isNative: true })
    await save(agenda, { mode: 'native' }, 1)
    expect(await stored()).toMatchObject({ status: 'draft' })
  })

  it('creates no agenda when the choice is refused', async () => {
    await save(agenda, { documentId: 'doc-1' })
    await expect(save(agenda, { mode: 'native' }, 7)).rejects.toMatchObject({ code: 'stale' })
    expect(await stored()).toBeUndefined()
  })
})

describe('the revision of a mapping', () => {
  const put = async (body: MappingChange, more: Record<string, string>) =>
    api.request(`/api/resource-mappings/${bylaws}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await api.tokenOf('admin')}`,
        'content-type': 'application/json',
        ...more,
      },
      body: JSON.stringify(body),
    })

  it('requires the revision', async () => {
    expect((await put({ active: true }, {})).status).toBe(428)
  })

  it('refuses a save when another admin was faster, and returns the current mapping', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    await save(bylaws, { title: 'Theirs' }, 1)
    const response = await put({ title: 'Mine' }, { 'if-match': '"1"' })
    expect(response.status).toBe(412)
    expect(await response.json()).toMatchObject({
      code: 'stale',
      current: { title: 'Theirs', revision: 2, document: { name: 'Budget.pdf' } },
      currentBy: 'ruth.abelman@larkspur.example',
    })
    expect((await put({ title: 'Mine' }, { 'if-none-match': '*' })).status).toBe(412)
    expect((await get(bylaws)).title).toBe('Theirs')
  })

  it('names nobody in a refusal if the newest entry of the audit isn’t of the stored mapping', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    const stored = await api.ports.store.get('resource_mappings', bylaws)
    expect(stored).toBeDefined()
    const { id: _id, revision, updatedAt: _at, ...body } = stored!
    await api.ports.store.update('resource_mappings', bylaws, { ...body, title: 'Mine' }, revision)
    const refused = await save(bylaws, { title: 'Yours' }, 1).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'stale' })
    expect(refused).toHaveProperty('currentBy', undefined)
  })

  it('refuses a revision if nothing is stored', async () => {
    await expect(save(bylaws, { documentId: 'doc-1' }, 3)).rejects.toMatchObject({ code: 'stale' })
  })

  it('returns the first result when the same save is sent again', async () => {
    const first = await save(bylaws, { documentId: 'doc-1', title: 'Bylaws' })
    expect(await save(bylaws, { documentId: 'doc-1', title: 'Bylaws' })).toEqual(first)
    const second = await save(bylaws, { title: 'New' }, 1)
    expect(await save(bylaws, { title: 'New' }, 1)).toEqual(second)
    expect(second.revision).toBe(2)
  })
})

describe('who sees which mapping', () => {
  it('shows members the active ones with content, and admins all', async () => {
    await save(budget, { documentId: 'doc-1' })
    await save(bylaws, { documentId: 'doc-1', active: false })
    await save(values, { embedUrl: 'https://a.example/' })
    await save('governance-budget-overview', { title: 'Nothing in it' })
    expect(await seen('member')).toEqual(expect.arrayContaining([budget, values]))
    expect(await seen('member')).toHaveLength(2)
    expect(await seen('admin')).toHaveLength(4)
    await expect(get(bylaws, 'member')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('shows members the slot of a document that is gone, without the document', async () => {
    await api.ports.store.create('resource_mappings', bylaws, { documentId: 'placeholder-bylaws' })
    await save(budget, { documentId: 'doc-1' })
    await api.ports.store.delete('documents', 'doc-1')
    expect(await seen('member')).toEqual([budget])
    const shown = await get(budget, 'member')
    expect(shown).toMatchObject({ active: true, problem: 'missing' })
    expect(shown).not.toHaveProperty('documentId')
    expect(shown).not.toHaveProperty('documentName')
    expect(await get(budget)).toMatchObject({ documentId: 'doc-1', problem: 'missing' })
    expect(await get(budget)).not.toHaveProperty('document')
  })

  it('reads the older fields `name` and `isNative`, and stores the current ones', async () => {
    const { store } = api.ports
    await store.create('resource_mappings', agenda, { name: 'Board agenda', isNative: true })
    await store.create('agendas', '2026-Q4', { status: 'published' })
    expect(await get(agenda, 'member')).toMatchObject({ title: 'Board agenda', mode: 'native' })
    await save(agenda, { title: '', mode: 'drive', acceptEmpty: true }, 1)
    const kept = await get(agenda)
    expect(kept.title).toBeUndefined()
    expect(kept.mode).toBe('drive')
  })

  it('reads the rest of a mapping with an invalid field, and saves it', async () => {
    const stored = { documentId: 'doc-1', title: null, name: 'Old', cardImage: null, year: '2026' }
    await api.ports.store.create('resource_mappings', budget, stored)
    expect(await seen('member')).toEqual([budget])
    expect(await get(budget, 'member')).toMatchObject({ title: 'Old', year: 2026, revision: 1 })
    expect(await save(budget, { active: false }, 1)).toMatchObject({ title: 'Old', active: false })
  })

  it('shows members a native agenda once it is published', async () => {
    await save(agenda, { documentId: 'doc-1' })
    await save(agenda, { mode: 'native' }, 1)
    expect(await seen('member')).toEqual([])
    const { store } = api.ports
    await store.update('agendas', '2026-Q4', { status: 'published' }, 1)
    expect(await seen('member')).toEqual([agenda])
  })

  it('includes a change at once', async () => {
    await save(budget, { documentId: 'doc-1' })
    expect(await seen('member')).toEqual([budget])
    await save(budget, { active: false }, 1)
    expect(await seen('member')).toEqual([])
  })
})

describe('a card image', () => {
  const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
    sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
      .toFormat(format)
      .toBuffer()
  const dataUrl = (bytes: Uint8Array, type: string) =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const fetched = async (address: string, more: Record<string, string> = {}) =>
    api.request(address, {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}`, ...more },
    })

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'becomes an address of a stored %s, as its bytes show and not its declared type',
    async (format) => {
      const cardImage = dataUrl(await picture(format), 'image/x-anything')
      const saved = await save(bylaws, { documentId: 'doc-1', cardImage })
      expect(saved.cardImage).toMatch(/^\/api\/images\/[0-9a-f]{64}$/)
      const response = await fetched(saved.cardImage!)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const shown = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([shown.format, shown.width, shown.height]).toEqual([format, 8, 6])
    },
  )

  it('keeps the image when its address is sent back, and removes it when the address is empty', async () => {
    const cardImage = dataUrl(await picture('png'), 'image/png')
    const first = await save(bylaws, { documentId: 'doc-1', cardImage })
    const again = await save(bylaws, { cardImage: first.cardImage!, title: 'T' }, 1)
    expect(again.cardImage).toBe(first.cardImage)
    expect(await save(bylaws, { cardImage: '' }, 2)).not.toHaveProperty('cardImage')
  })

  it('refuses a file that is no image, an SVG, a damaged image and one larger than 2 MB', async () => {
    const refused = (cardImage: string) =>
      expect(save(bylaws, { documentId: 'doc-1', cardImage })).rejects.toMatchObject({
        code: 'invalid',
      })
    await refused(
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
    )
    await refused(dataUrl((await picture('png')).subarray(0, 40), 'image/png'))
    await refused(dataUrl(Buffer.alloc(2 * 1024 * 1024 + 1, 0xff), 'image/jpeg'))
    await refused('https://elsewhere.example/image.png')
    await refused(`/api/images/${'f'.repeat(64)}`)
    expect(await seen('admin')).toEqual([])
  })

  it('returns 404 for an unknown address, and 304 for an image that the caller has', async () => {
    expect((await fetched('/api/images/nothing')).status).toBe(404)
    expect((await fetched(`/api/images/${'f'.repeat(64)}`)).status).toBe(404)
    const cardImage = dataUrl(await picture('png'), 'image/png')
    const saved = await save(bylaws, { documentId: 'doc-1', cardImage })
    const etag = `"${saved.cardImage!.split('/').at(-1)}"`
    expect((await fetched(saved.cardImage!, { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('part of the mappings', () => {
  const slotIn = (year: number, quarter: number) => `meeting-${year}-q${quarter}-budget-update`
  const listed = async (query: Parameters<typeof list>[0]) => Object.keys(await list(query))
  type Part = { year?: number; quarter?: number; latest?: 'true'; others?: 'true' }
  const list = (query: Part, as: 'member' | 'admin' = 'member') =>
    api.call(as)(listMappings, { query })

  it('contains one quarter’s mappings, with their changes', async () => {
    await save(budget, { documentId: 'doc-1' })
    await save(slotIn(2026, 3), { documentId: 'doc-1' })
    await save(bylaws, { documentId: 'doc-1' })
    expect(await listed({ year: 2026, quarter: 4 })).toEqual([budget])
    await save(budget, { title: 'Q4 budget' }, 1)
    expect((await list({ year: 2026, quarter: 4 }))[budget]).toMatchObject({ title: 'Q4 budget' })
    expect(await listed({ year: 2026, quarter: 1 })).toEqual([])
  })

  it('contains the newest eight quarters and the slots without a quarter', async () => {
    for (let n = 0; n < 10; n += 1) {
      const id = slotIn(2020 + n, 1)
      await save(id, { documentId: 'doc-1' })
    }
    await save(bylaws, { documentId: 'doc-1' })
    for (let n = 1; n < 5; n += 1) {
      for (let year = 2022; year < 2030; year += 1) {
        await save(`meeting-${year}-q1-additional-material-${n}`, { documentId: 'doc-1' })
      }
    }
    const latest = await listed({ latest: 'true' })
    expect(latest).toEqual(expect.arrayContaining([bylaws, slotIn(2022, 1), slotIn(2029, 1)]))
    expect(latest).not.toContain(slotIn(2020, 1))
    expect(latest).not.toContain(slotIn(2021, 1))
  })

  it('includes the paper that changed last, even of an old quarter', async () => {
    await save(slotIn(1999, 1), { documentId: 'doc-1' })
    for (let n = 0; n < 10; n += 1) await save(slotIn(2020 + n, 1), { documentId: 'doc-1' })
    expect(await listed({ latest: 'true' })).toContain(slotIn(1999, 1))
  })

  it('includes papers of other meetings that changed last only if they are requested', async () => {
    const forecast = 'meeting-2026-11-12-finance--k1'
    await api.ports.store.create('meetings', '2026-11-12-finance', { title: 'Finance' })
    await save(budget, { documentId: 'doc-1' })
    await save(forecast, { documentId: 'doc-1' })
    const latest = { latest: 'true' } as const
    const ids = async (query: Part) => Object.keys(await list(query, 'admin'))
    expect(await ids(latest)).toEqual([budget])
    expect(await ids({ ...latest, others: 'true' })).toEqual([budget, forecast])
    expect(await listed({ ...latest, others: 'true' })).toEqual([budget])
  })

  it('lists the quarters that have materials for the caller', async () => {
    await save(budget, { documentId: 'doc-1' })
    await save(slotIn(2026, 3), { documentId: 'doc-1', active: false })
    await save(slotIn(2027, 1), { documentId: 'doc-1' })
    await save('meeting-2027-q1-asset-summary', { embedUrl: 'https://airtable.com/embed/x' })
    expect(await api.call('member')(listQuarters)).toEqual({
      years: [2027, 2026],
      quarters: [
        { year: 2027, quarter: 1, materialTypes: ['budget-update', 'asset-summary'] },
        { year: 2026, quarter: 4, materialTypes: ['budget-update'] },
      ],
    })
  })

  it('covers the quarters of a year, and the nearest ones around it', async () => {
    for (const [year, quarter] of [
      [2023, 4],
      [2024, 1],
      [2026, 2],
      [2026, 3],
      [2028, 1],
      [2028, 4],
    ] as const) {
      await save(slotIn(year, quarter), { documentId: 'doc-1' })
    }
    const quarters = async (year: number) => {
      const { years, quarters: filled } = await api.call('member')(listQuarters, {
        query: { year },
      })
      expect(years).toEqual([2028, 2026, 2024, 2023])
      return filled.map((each) => `${each.year}-Q${each.quarter}`)
    }
    expect(await quarters(2026)).toEqual(['2028-Q1', '2026-Q3', '2026-Q2', '2024-Q1'])
    expect(await quarters(2025)).toEqual(['2026-Q2', '2024-Q1'])
    expect(await quarters(2028)).toEqual(['2028-Q4', '2028-Q1', '2026-Q3'])
  })
})
