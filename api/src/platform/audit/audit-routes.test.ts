import { type AuditFilters, listAudit } from '@portal/contract/audit'
import { saveMapping } from '@portal/contract/mappings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { shownEntry } from './audit-service.ts'
import { recordChange } from './record-change.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ now: () => new Date('2026-11-20T23:30:00-08:00') })
  const ruth = { uid: 'r', email: 'Ruth.Abelman@larkspur.example' }
  const add = (at: string, by: Parameters<typeof recordChange>[1]['by'], subject: string) =>
    recordChange(api.ports.store, {
      at: new Date(at),
      by,
      what: subject.startsWith('2026') ? 'agenda saved' : 'mapping saved',
      subject,
      ...(subject === 'governance-bylaws' ? { before: { title: '=1+1' } } : {}),
      after: { title: subject },
    })
  await add('2026-11-01T06:30:00Z', ruth, 'governance-bylaws')
  await add('2026-11-01T07:30:00Z', ruth, '2026-Q4')
  await add('2026-11-02T10:00:00Z', { key: 'admin' }, '2026-Q3')
  await add(
    '2026-11-03T10:00:00Z',
    { uid: 'w', email: 'wei.chen@larkspur.example' },
    '=HYPERLINK("x"),y',
  )
})
afterAll(() => api.close())

const list = async (query: AuditFilters & { limit?: number; after?: string } = {}) =>
  api.call('admin')(listAudit, { query })
const subjects = async (query: AuditFilters) =>
  (await list(query)).entries.map(({ subject }) => subject)

/** An API with this many audit entries; u0 is the oldest. */
async function withUsers(count: number): Promise<TestApi> {
  const large = await testApi()
  await large.ports.store.transaction(async (transaction) => {
    for (let n = 0; n < count; n++) {
      const at = new Date(Date.UTC(2026, 0, 1) + n * 1000)
      await recordChange(transaction, {
        at,
        by: { key: 'admin' },
        what: 'user added',
        subject: `u${n}`,
      })
    }
  })
  return large
}

describe('the audit', () => {
  it('lists the newest entries first, with who, what, when and the values before and after', async () => {
    const { entries, next } = await list()
    expect(next).toBeUndefined()
    expect(entries.map(({ by, subject }) => [by, subject])).toEqual([
      ['wei.chen@larkspur.example', '=HYPERLINK("x"),y'],
      ['admin key', '2026-Q3'],
      ['Ruth.Abelman@larkspur.example', '2026-Q4'],
      ['Ruth.Abelman@larkspur.example', 'governance-bylaws'],
    ])
    expect(entries.at(-1)).toEqual({
      id: expect.any(String),
      at: '2026-11-01T06:30:00.000Z',
      by: 'Ruth.Abelman@larkspur.example',
      byName: 'Ruth Abelman',
      byId: 'r',
      what: 'mapping saved',
      subject: 'governance-bylaws',
      before: { title: '=1+1' },
      after: { title: 'governance-bylaws' },
    })
    expect(entries[0]!.before).toBeNull()
  })

  it('filters by who, what and subject', async () => {
    expect(await subjects({ who: ' RUTH.abelman@larkspur.example' })).toEqual([
      '2026-Q4',
      'governance-bylaws',
    ])
    expect(await subjects({ who: 'admin key' })).toEqual(['2026-Q3'])
    expect(await subjects({ what: 'agenda saved' })).toEqual(['2026-Q3', '2026-Q4'])
    expect(await subjects({ what: 'agenda saved', subject: '2026-Q4' })).toEqual(['2026-Q4'])
    expect(await subjects({ who: 'nobody@larkspur.example' })).toEqual([])
    expect(await subjects({ who: '', what: '', subject: '' })).toHaveLength(4)
  })

  it('finds a person by part of their name', async () => {
    expect(await subjects({ who: 'ABEL' })).toEqual(['2026-Q4', 'governance-bylaws'])
    expect(await subjects({ who: 'chen wei' })).toEqual(['=HYPERLINK("x"),y'])
    expect(await subjects({ who: 'a server' })).toEqual(['2026-Q3'])
    expect(await subjects({ who: 'ruth', q: 'bylaws' })).toEqual(['governance-bylaws'])
    expect(await subjects({ who: 'bylaws' })).toEqual([])
  })

  it('names people as their account or the directory does now, and finds them by that name', async () => {
    const named = await testApi()
    const record = (email: string, subject: string) =>
      recordChange(named.ports.store, {
        at: new Date('2026-11-01T06:30:00Z'),
        by: { uid: subject, email },
        what: 'user saved',
        subject,
      })
    await record('jo.1@larkspur.example', 'by account')
    await record('jo.2@larkspur.example', 'by entry')
    await record('jo.3@larkspur.example', 'removed')
    named.accounts.put({ uid: 'a', email: 'jo.1@larkspur.example', displayName: 'Zoë Ng' })
    await named.ports.store.create('directory', 'd', {
      name: 'Zoe Ito',
      role: 'Director',
      type: 'board',
      email: 'Jo.2@larkspur.example',
    })
    const find = async (query: AuditFilters) => {
      const { entries } = await named.call('admin')(listAudit, { query })
      return entries
        .map(({ by, byName, byId }) => [by, byName, byId])
        .toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1))
    }
    expect(await find({ who: 'zoe' })).toEqual([
      ['jo.1@larkspur.example', 'Zoë Ng', 'by account'],
      ['jo.2@larkspur.example', 'Zoe Ito', 'by entry'],
    ])
    expect(await find({ who: 'ng jo.1' })).toHaveLength(1)
    expect(await find({ q: 'ito' })).toHaveLength(1)
    expect(await find({ who: 'jo.3' })).toEqual([['jo.3@larkspur.example', undefined, 'removed']])
    await named.close()
  })

  it('refuses a range that ends before it starts', async () => {
    await expect(list({ from: '2026-11-03', to: '2026-11-01' })).rejects.toMatchObject({
      code: 'badRequest',
      message: 'The range ends before it starts: choose a From that is not after To.',
    })
    expect(await subjects({ from: '2026-11-03', to: '2026-11-03' })).toEqual([])
  })

  it('interprets days in the foundation’s zone, and timestamps as they are', async () => {
    // 07:30 UTC is half past midnight in Los Angeles, 06:30 the day before.
    expect(await subjects({ from: '2026-11-01', to: '2026-11-02' })).toEqual(['2026-Q4'])
    expect(await subjects({ to: '2026-11-01' })).toEqual(['governance-bylaws'])
    expect(
      await subjects({ from: '2026-11-01T08:30:00+01:00', to: '2026-11-03T10:00:00Z' }),
    ).toEqual(['2026-Q3', '2026-Q4'])
  })

  it('returns pages without losing or repeating entries', async () => {
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await list({
        limit: 1,
        who: 'ruth.abelman@larkspur.example',
        ...(after ? { after } : {}),
      })
      seen.push(...page.entries.map(({ subject }) => subject))
      after = page.next
    } while (after !== undefined)
    expect(seen).toEqual(['2026-Q4', 'governance-bylaws'])
  })

  it('returns pages from the oldest entry without losing or repeating entries', async () => {
    const { entries, next } = await list({ order: 'oldest', limit: 3 })
    expect(entries.map(({ subject }) => subject)).toEqual([
      'governance-bylaws',
      '2026-Q4',
      '2026-Q3',
    ])
    const rest = await list({ order: 'oldest', limit: 3, after: next! })
    expect(rest).toEqual({
      entries: [expect.objectContaining({ by: 'wei.chen@larkspur.example' })],
    })
    await expect(list({ after: next! })).rejects.toMatchObject({ code: 'badRequest' })
  })

  it('searches the words shown in an entry: who, what, subject and values', async () => {
    expect(await subjects({ q: 'RUTH bylaws' })).toEqual(['governance-bylaws'])
    expect(await subjects({ q: 'q4 2026' })).toEqual(['2026-Q4'])
    expect(await subjects({ q: 'server key' })).toEqual(['2026-Q3'])
    expect(await subjects({ q: 'saved mapp' })).toEqual(['=HYPERLINK("x"),y', 'governance-bylaws'])
    expect(await subjects({ q: '=1+1' })).toEqual(['governance-bylaws'])
    expect(await subjects({ q: 'ruth', order: 'oldest', what: 'agenda saved' })).toEqual([
      '2026-Q4',
    ])
    expect(await subjects({ q: 'nothing of the kind' })).toEqual([])
    expect(await subjects({ q: '  ' })).toHaveLength(4)
  })

  it('pages through search results without losing or repeating entries', async () => {
    const first = await list({ q: 'ruth', limit: 1 })
    expect(first.entries).toMatchObject([{ subject: '2026-Q4' }])
    const second = await list({ q: 'ruth', limit: 1, after: first.next! })
    expect(second.entries).toMatchObject([{ subject: 'governance-bylaws' }])
    const third = await list({ q: 'ruth', limit: 1, after: second.next! })
    expect(third).toEqual({ entries: [] })
  })

  it('searches a thousand entries per request, whether they match or not', async () => {
    const large = await withUsers(1700)
    const search = async (after?: string) =>
      large.call('admin')(listAudit, {
        query: { q: 'u3', limit: 200, ...(after !== undefined && { after }) },
      })
    const newest = await search()
    expect(newest.entries).toEqual([])
    const rest = await search(newest.next)
    // u3, u30 to u39 and u300 to u399
    expect(rest.entries).toHaveLength(111)
    expect(rest.next).toBeUndefined()
    await large.close()
  })

  it.each([
    ['an unknown order', { order: 'loudest' as 'oldest' }],
    ['an impossible day', { from: '2025-02-30' }],
    ['an impossible time', { to: '2026-11-20T25:00:00Z' }],
    ['an invalid date', { from: 'yesterday' }],
    ['more than 200 at a time', { limit: 201 }],
    ['an unknown page', { after: 'nonsense' }],
  ])('refuses %s', async (_, query) => {
    await expect(list(query)).rejects.toMatchObject({ code: 'badRequest' })
  })

  it('lists a change that an admin has just saved', async () => {
    await api.call('admin')(saveMapping, {
      params: { id: 'governance-bylaws' },
      body: { title: 'Bylaws' },
      revision: 'new',
    })
    const { entries } = await list({ subject: 'governance-bylaws', limit: 1 })
    expect(entries).toMatchObject([
      { by: 'ruth.abelman@larkspur.example', before: null, after: { title: 'Bylaws' } },
    ])
  })
})

describe('the audit as CSV', () => {
  const download = async (query = '') =>
    api.request(`/api/audit/csv${query}`, {
      headers: { cookie: `__session=${await api.tokenOf('admin')}` },
    })

  it('downloads by a plain link, with a byte order mark, a header and one line per entry', async () => {
    const response = await download('?who=ruth.abelman@larkspur.example&to=2026-11-20')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename=audit-2026-11-20.csv',
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(bytes.subarray(3).toString()).toBe(
      [
        'at,by,what,subject,reason,times,before,after,time in America/Los_Angeles,name,change,person,person id',
        '2026-11-01T07:30:00.000Z,Ruth.Abelman@larkspur.example,agenda saved,2026-Q4,,,,"{""title"":""2026-Q4""}",2026-11-01 00:30:00,Q4 2026,Agenda saved,Ruth Abelman,r',
        '2026-11-01T06:30:00.000Z,Ruth.Abelman@larkspur.example,mapping saved,governance-bylaws,,,"{""title"":""=1+1""}","{""title"":""governance-bylaws""}",2026-10-31 23:30:00,Bylaws,Mapping saved,Ruth Abelman,r',
        '',
      ].join('\r\n'),
    )
  })

  it('contains no formula, for any stored value', async () => {
    const text = await (await download('?from=2026-11-03&to=2026-11-04')).text()
    expect(text).toContain(`mapping saved,"'=HYPERLINK(""x""),y",`)
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＠']) {
      await recordChange(api.ports.store, {
        at: new Date('2020-01-01T12:00:00Z'),
        by: { key: 'admin' },
        what: 'user added',
        subject: `${sign}cmd`,
      })
    }
    const lines = (await (await download('?to=2020-02-01')).text()).split(/\r\n/).slice(1, -1)
    expect(lines).toHaveLength(8)
    for (const line of lines) expect(line).toMatch(/user added,"?'[=+\-@\t\r＝＠]cmd/)
  })

  it('reads the CSV page by page as the client consumes it, with every entry once', async () => {
    const large = await withUsers(1700)
    let pages = 0
    const { list: original } = large.ports.store
    large.ports.store.list = (...query) => {
      pages++
      return original(...query)
    }
    const fresh = await testApi({ ports: { store: large.ports.store } })
    const before = pages
    const response = await fresh.request('/api/audit/csv', {
      headers: { authorization: `Bearer ${await fresh.tokenOf('admin')}` },
    })
    expect(pages - before).toBe(0)
    const text = await response.text()
    expect(pages - before).toBe(9)
    const recorded = new Set(Array.from(text.matchAll(/,(u\d+),/g), ([, subject]) => subject))
    expect(recorded.size).toBe(1700)
    expect(text.split('\r\n')).toHaveLength(1702)
    await fresh.close()
  })

  it('respects the search and the order', async () => {
    const lines = (await (await download('?q=ruth+saved&order=oldest&to=2026-11-03')).text())
      .trim()
      .split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual([
      'governance-bylaws',
      '2026-Q4',
    ])
  })

  it('refuses a member before anything is sent', async () => {
    const response = await api.request('/api/audit/csv', {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('the papers of an entry', () => {
  const papersOf = (before: object, after: object) => {
    const by = { email: 'ruth.abelman@larkspur.example' }
    const subject = 'governance-bylaws'
    const entry = { id: 'e', at: '2026-11-01T06:30:00Z', by, what: 'mapping saved', subject }
    const paperName = (id: string) => (id === 'kept' ? 'Bylaws, renamed.pdf' : undefined)
    return shownEntry({ ...entry, before, after }, () => undefined, paperName).papers
  }

  it('have the names that they have now', () => {
    expect(papersOf({}, { documentId: 'kept', documentName: 'Bylaws.pdf' })).toEqual({
      kept: 'Bylaws, renamed.pdf',
    })
  })

  it('have the names that the slot has stored, once they are deleted', () => {
    const before = { documentId: 'gone', documentName: 'Bylaws 2025.pdf' }
    expect(papersOf(before, { documentId: 'kept' })).toEqual({
      gone: 'Bylaws 2025.pdf',
      kept: 'Bylaws, renamed.pdf',
    })
    expect(papersOf({ documentId: 'older' }, {})).toEqual({ older: 'a paper that was deleted' })
  })
})
