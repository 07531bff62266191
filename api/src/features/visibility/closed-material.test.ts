import type { Endpoint } from '@portal/contract/endpoint'
import { memberViewHeader } from '@portal/contract/member-view'
import { pathOf } from '@portal/domain/path-of'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../testing/test-api.ts'
import { closedSlot, openClosedPortal, picture, secret, sha256Of } from './closed-portal-fixture.ts'
import { type Kind, kinds } from './readers-fixture.ts'

const values: Record<string, string[]> = {
  year: ['2026'],
  quarter: ['4'],
  meeting: ['2026-Q4'],
  materialType: ['agenda', 'budget-update'],
  q: [secret, 'sucession', 'zebra'],
  kinds: ['paper', 'agendaItem'],
  documentId: ['closed'],
  against: ['public', 'closed'],
  version: ['1', '2'],
  rendition: ['fast', 'original'],
  hash: ['narrow', 'wide', 'earlier'].map((size) => sha256Of(picture(size))),
  id: ['closed'],
  search: [secret],
}

let api: TestApi
const answers = new Map<string, Map<string, { status: number; text: string }>>()

beforeAll(async () => {
  api = await openClosedPortal()
  for (const [name, kind] of Object.entries(kinds)) answers.set(name, await answersTo(kind))
})
afterAll(() => api.close())

it.each(Object.entries(kinds).filter(([, { reads }]) => !reads))(
  'shows %s nothing of a closed item at any address',
  (name) => {
    for (const [request, { text }] of answers.get(name)!) {
      const address = decodeURIComponent(request)
      const isRepeated = address.includes(secret)
      expect([request, text.toLowerCase().includes(secret) && !isRepeated]).toEqual([
        request,
        false,
      ])
    }
  },
)

it.each(Object.entries(kinds).filter(([, { reads }]) => !reads))(
  'sends %s no picture and no bytes of its paper',
  (name) => {
    const own = [...answers.get(name)!].filter(
      ([request]) =>
        request.startsWith('/api/images/') || request.startsWith('/api/documents/closed'),
    )
    expect(own.length).toBeGreaterThan(5)
    for (const [request, { status }] of own) {
      expect([request, [403, 404].includes(status)]).toEqual([request, true])
    }
  },
)

it.each(['an admin in the audience', 'a named member', 'a named guest'])(
  'shows %s the item and its paper',
  (name) => {
    const own = answers.get(name)!
    const address = name === 'a named guest' ? '/api/own-meetings' : '/api/agendas/2026-Q4'
    expect(own.get(address)!.text).toContain(`Choose by ${secret}`)
    expect(own.get('/api/documents/closed')!.text).toContain(secret)
    // Guests get no pictures.
    const shown = name === 'a named guest' ? 403 : 200
    expect(own.get(`/api/images/${sha256Of(picture('wide'))}`)!.status).toBe(shown)
  },
)

it('finds the word for a named member in lists, searches and versions', () => {
  const found = [...answers.get('a named member')!].filter(([, { text }]) => text.includes(secret))
  const paths = new Set(found.map(([request]) => new URL(request, 'http://portal.test').pathname))
  expect([...paths]).toEqual(
    expect.arrayContaining([
      '/api/documents',
      '/api/documents/closed/text',
      '/api/documents/closed/versions',
      '/api/resource-mappings',
      '/api/search',
      '/api/search/everything',
    ]),
  )
})

it('logs and measures nothing of a closed item', async () => {
  expect(api.logged.join('\n').toLowerCase()).not.toContain(secret)
  expect((await api.metrics.text()).toLowerCase()).not.toContain(secret)
})

async function answersTo({ as, view }: Kind) {
  const byRequest = new Map<string, { status: number; text: string }>()
  const headers = {
    authorization: `Bearer ${api.tokenFor(as)}`,
    ...(view === undefined ? {} : { [memberViewHeader]: view }),
  }
  for (const endpoint of api.mounted) {
    // What is for admins refuses others before it reads anything.
    const isAdmin = view === undefined && as.provider === 'google.com'
    if (endpoint.method !== 'GET' || !(isAdmin || isForMembers(endpoint))) continue
    for (const path of addressesOf(endpoint)) {
      const response = await api.request(path, { headers })
      const sent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      byRequest.set(path, { status: response.status, text: `${sent}\n${await response.text()}` })
    }
  }
  return byRequest
}

function isForMembers({ callers }: Endpoint): boolean {
  return ['readers', 'members', 'everyone'].includes(callers)
}

function addressesOf({ path, query }: Endpoint): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const places = names.reduce<Record<string, string>[]>(
    (known, name) =>
      known.flatMap((each) => valuesOf(name, path).map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
  const fields = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
  const queries = [
    {},
    ...fields.flatMap((name) => (values[name] ?? []).map((value) => ({ [name]: value }))),
  ]
  return places.flatMap((params) => queries.map((each) => pathOf(path, params, each)))
}

function valuesOf(name: string, path: string): string[] {
  if (name === 'id' && path.includes('mappings')) return [closedSlot]
  return values[name] ?? ['1']
}
