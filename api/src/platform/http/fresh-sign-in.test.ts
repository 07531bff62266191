import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testAdminKey, testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

const minute = 60_000

let time: number
let api: TestApi
const now = () => new Date(time)
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({ now })
})
afterEach(() => api.close())

const body = { email: 'ada.park@larkspur.example', password: 'larkspur-board-2026' }

describe('an act that needs a recent sign-in', () => {
  const request = (headers: Record<string, string>) =>
    api.request('/api/admin/users/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const bearer = (who: 'admin' | 'member', minutes: number) => {
    const signedInAt = Math.floor(time / 1000) - minutes * 60
    return { authorization: `Bearer ${api.tokenFor({ ...testPeople[who], signedInAt })}` }
  }

  it('allows the act within fifteen minutes of the sign-in', async () => {
    expect((await request(bearer('admin', 15))).status).toBe(200)
  })

  it('refuses the act later, and names what the browser has to ask for', async () => {
    const response = await request(bearer('admin', 16))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", max_age="900"',
    )
    expect(await response.json()).toMatchObject({
      code: 'reauthenticate',
      error: 'This needs a sign-in from the last 15 minutes. Please sign in again.',
    })
    expect((await api.accounts.list()).accounts.map(({ email }) => email)).not.toContain(body.email)
  })

  it.each(['/file', '/file/check'])('refuses to hand out an export at %s', async (path) => {
    const id = '00000000-0000-4000-8000-000000000001'
    const answers = (minutes: number) =>
      api.request(`/api/exports/${id}${path}`, { headers: bearer('admin', minutes) })
    expect((await answers(16)).status).toBe(401)
    expect((await answers(15)).status).toBe(404)
  })

  it('refuses a renewed token, which keeps the time of its sign-in', async () => {
    const signedInAt = Math.floor(time / 1000)
    time += 55 * minute
    const token = api.tokenFor({ ...testPeople.admin, signedInAt })
    expect((await request({ authorization: `Bearer ${token}` })).status).toBe(401)
  })

  it('requires no recent sign-in from a server with the admin key', async () => {
    expect((await request({ 'x-admin-key': testAdminKey })).status).toBe(200)
  })
})

it('covers every act that changes who has access or what runs, or that destroys', () => {
  const fresh = api.mounted.filter((endpoint) => endpoint.fresh === true)
  expect(fresh.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/admin/designated-admins',
    'DELETE /api/admin/users/{uid}',
    'DELETE /api/second-factor',
    // A term gives rights, and ends them.
    'DELETE /api/terms/{id}',
    'DELETE /api/trusted-pipelines/{id}',
    // An export contains all of the foundation's data.
    'GET /api/exports/{id}/file',
    'GET /api/exports/{id}/file/check',
    'PATCH /api/admin/users/{uid}',
    'POST /api/admin/designated-admins',
    'POST /api/admin/own-records/{uid}/open',
    'POST /api/admin/users/create',
    'POST /api/admin/users/{uid}/end-now',
    'POST /api/admin/users/{uid}/erase',
    'POST /api/admin/users/{uid}/hand-over',
    'POST /api/admin/users/{uid}/remove-access',
    'POST /api/admin/users/{uid}/reset-link',
    'POST /api/admin/users/{uid}/reset-second-factor',
    'POST /api/all-meetings/{meeting}/reply-requests',
    'POST /api/assistants',
    'POST /api/directory/{id}/end-terms',
    'POST /api/documents/{id}/versions/{number}/withdraw',
    'POST /api/exports',
    'POST /api/guests/{uid}/membership',
    'POST /api/invitations',
    // They send to others as the foundation.
    'POST /api/mails/test',
    'POST /api/mails/{id}/send-again',
    'POST /api/notices/{meeting}/formal',
    'POST /api/notices/{meeting}/start',
    'POST /api/own-records/open',
    'POST /api/people/import',
    'POST /api/release-tokens',
    'POST /api/releases/{remote}/approve',
    'POST /api/releases/{remote}/deny',
    'POST /api/releases/{remote}/promote',
    'POST /api/releases/{remote}/resume',
    'POST /api/releases/{remote}/rollback',
    'POST /api/sync/removals',
    'POST /api/terms',
    'POST /api/trusted-pipelines',
    'PUT /api/admin/users/{uid}/last-day',
    'PUT /api/assistants/{uid}',
    'PUT /api/bodies/{id}/access',
    'PUT /api/directory/{id}/account',
    'PUT /api/invitations/{id}',
    'PUT /api/notes/policy',
    // Anyone who has the address of a feed reads it without a sign-in.
    'PUT /api/own-feed/address',
    'PUT /api/releases/{remote}/cohorts',
    'PUT /api/releases/{remote}/policy',
    'PUT /api/releases/{remote}/previews/{id}',
    'PUT /api/releases/{remote}/settings',
    'PUT /api/terms/{id}',
  ])
})

it('requires every endpoint that changes something to declare whether it needs a fresh sign-in', () => {
  const undecided = api.mounted.filter(
    ({ method, fresh }) => method !== 'GET' && fresh === undefined,
  )
  expect(undecided).toEqual([])
})
