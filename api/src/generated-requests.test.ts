import { listDirectory } from '@portal/contract/directory'
import { describe, expect, it } from 'vitest'
import { type Answer, wrongWith } from '../generated-requests/judge-answer.ts'
import { sendRequests } from '../generated-requests/send-requests.ts'

/** Seeds of repeatable runs, one in `test` and many in `test:long`; the benchmark of the same name draws its own. */
const first = 20_261_121
const seeds = Array.from(
  { length: Number(process.env['REQUEST_SEEDS'] ?? 1) },
  (_, index) => first + index,
)

it.each(seeds)(
  'answers whatever is sent with what is promised, and never breaks (seed %i)',
  async (seed) => {
    const sent = await sendRequests({ count: 6000, seed })
    expect(sent.failure).toBeUndefined()
    expect(sent.count).toBeGreaterThan(6000)
    // It proves little to be refused: nearly every endpoint must have done what it is for.
    expect(sent.succeeded.size / sent.endpoints).toBeGreaterThan(0.8)
    for (const status of [200, 204, 400, 401, 403, 404, 405, 412, 415, 422, 428]) {
      expect(sent.byStatus).toHaveProperty(String(status))
    }
  },
)

describe('an answer is called wrong', () => {
  const request = {
    endpoint: 'GET /api/directory',
    kind: 'valid' as const,
    who: 'member' as const,
    method: 'GET',
    path: '/api/directory',
    headers: {},
  }
  const promised = {
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
  const judge = (
    body: unknown,
    more: Partial<Answer> & { type?: string } = {},
    who = request.who,
  ) => wrongWith({ ...request, who }, answer(body, more), promised)
  const answer = (body: unknown, { status = 200, type }: { status?: number; type?: string }) => ({
    status,
    headers: new Headers({ ...headers, ...(type === undefined ? {} : { 'content-type': type }) }),
    text: JSON.stringify(body),
  })
  const problem = { status: 404, type: 'application/problem+json' }

  it('never when it is what is promised', () => {
    expect(judge([entry])).toBeUndefined()
    expect(judge(refusal, problem)).toBeUndefined()
  })

  it.each([
    ['for a field too many', [{ ...entry, secret: 1 }], {}],
    ['for a field too few', [{ ...entry, name: undefined }], {}],
    ['for an undescribed status', [entry], { status: 206 }],
    ['for a breakdown', refusal, { ...problem, status: 500 }],
    ['for a refusal that is no problem', { error: 'No' }, problem],
    ['for a code nobody knows', { ...refusal, code: 'odd' }, problem],
    ['for a status other than it tells', { ...refusal, status: 400 }, problem],
    ['for a trace', { ...refusal, detail: 'at x (file:///a.ts:3:1)' }, problem],
    ['for another content type', [entry], { type: 'text/html' }],
  ])('%s', (_, body, more) => {
    expect(judge(body, more)).toBeTypeOf('string')
  })

  it('for letting somebody in who has not signed in', () => {
    expect(judge([entry], {}, 'nobody' as never)).toBe('it lets nobody in')
  })
})
