import { createCall } from '@portal/remote-kit/client'
import { listDirectory } from '@portal/contract/directory'
import { listDocuments } from '@portal/contract/documents'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { memberToken } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'

const url = () => process.env['PORTAL_URL']!

async function asMember() {
  const token = await memberToken(url())
  return { token, call: createCall({ baseUrl: url(), token: async () => token }) }
}

test('every response has security headers, including errors and files', async ({ request }) => {
  for (const path of [
    '/',
    '/login',
    '/api/config',
    '/api/portal',
    '/api/nothing',
    '/remotes/x/y/z.js',
    '/assets/none.js',
    '/healthz',
  ]) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
    expect(headers['content-security-policy'], path).not.toContain('unsafe-inline')
    expect(headers['content-security-policy'], path).not.toMatch(/'unsafe-eval'/)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBeTruthy()
  }
})

test('the sample foundation is complete', async () => {
  const { call } = await asMember()
  const [documents, mappings, people] = await Promise.all([
    call(listDocuments),
    call(listMappings),
    call(listDirectory),
  ])
  const papers = documents.filter(
    ({ mime_type, pages }) => mime_type === 'application/pdf' && (pages ?? 0) > 1,
  )
  expect(papers.length).toBeGreaterThanOrEqual(20)
  const ids = Object.keys(mappings)
  expect(ids.filter((id) => id.startsWith('governance-')).length).toBeGreaterThanOrEqual(2)
  expect(ids.filter((id) => id.startsWith('communications-')).length).toBeGreaterThanOrEqual(2)
  expect(
    Object.values(mappings).filter(({ embedUrl }) => embedUrl?.includes('airtable')).length,
  ).toBeGreaterThanOrEqual(1)
  expect(people).toHaveLength(13)
  expect(people.filter(({ photoUrl }) => photoUrl)).toHaveLength(10)
})

test('nothing is readable without a token or writable with a cookie or by a member', async ({
  request,
}) => {
  expect((await request.get('/api/directory')).status()).toBe(401)
  const { token, call } = await asMember()
  const cookie = { cookie: `__session=${token}` }
  expect((await request.get('/api/directory', { headers: cookie })).status()).toBe(200)
  const put = { headers: { ...cookie, 'if-none-match': '*' }, data: { title: 'x' } }
  expect((await request.put('/api/resource-mappings/governance-bylaws', put)).status()).toBe(401)
  await expect(
    call(saveMapping, { params: { id: 'governance-bylaws' }, body: { title: 'x' }, revision: 1 }),
  ).rejects.toMatchObject({ code: 'forbidden', status: 403 })
})

test('documents support ranges and conditional requests', async ({ request }) => {
  const { token, call } = await asMember()
  const [document] = (await call(listDocuments)).filter(
    ({ mime_type }) => mime_type === 'application/pdf',
  )
  const path = `/api/documents/${document!.id}/content`
  const headers = { authorization: `Bearer ${token}` }
  const whole = await request.get(path, { headers })
  expect(whole.headers()['accept-ranges']).toBe('bytes')
  expect(whole.headers()['content-disposition']).toContain('attachment')
  const etag = whole.headers()['etag']!
  const part = await request.get(path, { headers: { ...headers, range: 'bytes=0-4' } })
  expect(part.status()).toBe(206)
  expect(await part.text()).toBe('%PDF-')
  expect(
    (await request.get(path, { headers: { ...headers, range: 'bytes=999999999-' } })).status(),
  ).toBe(416)
  expect(
    (await request.get(path, { headers: { ...headers, 'if-none-match': etag } })).status(),
  ).toBe(304)
  const head = await request.head(path, { headers })
  expect(Number(head.headers()['content-length'])).toBe((await whole.body()).byteLength)
})

test('invalid input gets a problem with one sentence and the right status', async ({ request }) => {
  const { token } = await asMember()
  const headers = { authorization: `Bearer ${token}` }
  const cases: [string, string, number, object?][] = [
    ['GET', '/api/documents/unknown', 404],
    ['GET', '/api/agendas/1492/9', 404],
    ['GET', '/api/calendar/events?from=2025-02-30&to=2025-03-01', 400],
    ['GET', '/api/calendar/events/upcoming?limit=ten', 400],
    ['GET', '/api/nothing', 404],
    [
      'POST',
      '/api/reports',
      415,
      { data: 'plain', headers: { ...headers, 'content-type': 'text/plain' } },
    ],
    ['POST', '/api/reports', 413, { data: { message: 'x'.repeat(5_000_000), path: '/' }, headers }],
    ['DELETE', '/api/directory', 405],
  ]
  for (const [method, path, status, extra] of cases) {
    const answer = await request.fetch(path, { method, headers, ...extra })
    expect(answer.status(), `${method} ${path}`).toBe(status)
    expect(answer.headers()['content-type']).toContain('application/problem+json')
    const problem = (await answer.json()) as { error: string; detail: string; requestId: string }
    expect(problem.error, path).toMatch(/^[^\n]{5,200}$/)
    expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:\d+|at \w+ \(/)
  }
})

test('the emulator’s public sign-in paths are forwarded, its admin paths aren’t', async ({
  request,
}) => {
  const project = 'demo-board-portal'
  for (const path of [
    `/identitytoolkit.googleapis.com/v1/projects/${project}/accounts`,
    `/emulator/v1/projects/${project}/accounts`,
    `/emulator/v1/projects/${project}/config`,
    '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo',
  ]) {
    const answer = await request.fetch(path, {
      method: 'POST',
      headers: { authorization: 'Bearer owner' },
      data: {},
    })
    expect([401, 403, 404, 405], path).toContain(answer.status())
  }
})
