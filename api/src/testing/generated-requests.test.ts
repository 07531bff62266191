import { listDirectory } from '@portal/contract/directory'
import { describe, expect, it } from 'vitest'
import { type ReceivedResponse, checkResponse } from '../../generated-requests/check-response.ts'
import { sendRequests } from '../../generated-requests/send-requests.ts'

/** Seeds of reproducible runs: one in `test`, many in `test --long`. The benchmark of the same name uses others. */
const first = 20_261_121
const seeds = Array.from(
  { length: Number(process.env['REQUEST_SEEDS'] ?? 1) },
  (_, index) => first + index,
)

/** Requests per seed. At night they are enough for nearly each endpoint to succeed and each status to occur. */
const isLong = process.env['TEST_LONG'] === '1'
const most = isLong ? { count: 20_000 } : { count: 1000, moreTries: 15 }
/** Refusals alone prove little: this share of the endpoints must have succeeded at least once. */
const leastSucceeded = isLong ? 0.8 : 0.6
const rareStatuses = isLong ? [415] : []

it.each(seeds)(
  'responds as specified to any request, without internal errors (seed %i)',
  async (seed) => {
    const sent = await sendRequests({ ...most, seed })
    expect(sent.failure).toBeUndefined()
    expect(sent.count).toBeGreaterThan(most.count)
    expect(sent.succeeded.size / sent.endpoints).toBeGreaterThan(leastSucceeded)
    for (const status of [200, 204, 400, 401, 403, 404, 405, 412, 422, 428, ...rareStatuses]) {
      expect(sent.byStatus).toHaveProperty(String(status))
    }
  },
)

describe('response check', () => {
  const request = {
    endpoint: 'GET /api/directory',
    kind: 'valid' as const,
    who: 'member' as const,
    method: 'GET',
    path: '/api/directory',
    headers: {},
  }
  const documented = {
    endpoint: listDirectory,
    statuses: new Set([200, 404, 500]),
    entrance: 'members' as const,
  }
  const headers = {
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': '1',
    'cache-control': 'no-store',
    'content-type': 'application/json',
  }
  const entry = { id: '1', name: 'Ada', role: 'Chair', type: 'board', revision: 1 }
  const refusal = {
    type: 'urn:portal:problem:notFound',
    title: 'Not found',
    status: 404,
    detail: 'There is nothing at this address.',
    code: 'notFound',
    error: 'There is nothing at this address.',
    requestId: '1',
  }
  const check = (
    body: unknown,
    more: Partial<ReceivedResponse> & { type?: string } = {},
    who = request.who,
  ) => checkResponse({ ...request, who }, answer(body, more), documented)
  const answer = (body: unknown, { status = 200, type }: { status?: number; type?: string }) => ({
    status,
    headers: new Headers({ ...headers, ...(type === undefined ? {} : { 'content-type': type }) }),
    text: JSON.stringify(body),
  })
  const problem = { status: 404, type: 'application/problem+json' }

  it('accepts a response as specified', () => {
    expect(check([entry])).toBeUndefined()
    expect(check(refusal, problem)).toBeUndefined()
  })

  it.each([
    ['an extra field', [{ ...entry, secret: 1 }], {}],
    ['a missing field', [{ ...entry, name: undefined }], {}],
    ['an undocumented status', [entry], { status: 206 }],
    ['an internal error', refusal, { ...problem, status: 500 }],
    ['an error that isn’t a problem document', { error: 'No' }, problem],
    ['an unknown code', { ...refusal, code: 'odd' }, problem],
    ['a status that differs from the body', { ...refusal, status: 400 }, problem],
    ['a stack trace', { ...refusal, detail: 'at x (file:///a.ts:3:1)' }, problem],
    ['another content type', [entry], { type: 'text/html' }],
  ])('reports %s', (_, body, more) => {
    expect(check(body, more)).toBeTypeOf('string')
  })

  it('reports access without a sign-in', () => {
    expect(check([entry], {}, 'nobody' as never)).toBe('it lets nobody in')
  })
})
