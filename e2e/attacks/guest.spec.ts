import { listDocuments } from '@portal/contract/documents'
import { endGuest } from '@portal/contract/guests'
import { listMappings } from '@portal/contract/mappings'
import { listOwnMeetings } from '@portal/contract/own-meetings'
import { getPortal } from '@portal/contract/portal'
import { listUsers, updateUser } from '@portal/contract/users'
import { adminToken, callWith, memberToken, passwordToken } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { createGuest } from '../support/guest.ts'
import { newPerson } from '../support/own-person.ts'

const beyond = [
  '/api/directory',
  '/api/people',
  '/api/bodies',
  '/api/documents',
  '/api/folders',
  '/api/agendas',
  '/api/agendas/2026/4',
  '/api/all-meetings',
  '/api/resource-mappings',
  '/api/search?q=audit',
  '/api/search/everything?q=audit',
  '/api/calendar/events/upcoming',
  '/api/notes',
  '/api/notes/list',
  '/api/reading',
  '/api/reading/export',
  '/api/audit',
  '/api/admin/users',
  '/api/admin/guests',
  '/api/assistants',
]

test(
  'a guest gets what they are invited to, and nothing else regardless of what they send',
  { tag: '@long' },
  async ({ ownPortal }) => {
    const { url } = await ownPortal()
    const call = callWith(url, await adminToken(url))
    const { meeting, invitation, uid, guest } = await createGuest(call)
    // The link has ended what was signed in until the end of its second.
    let token = ''
    const signIn = async () => {
      token = await passwordToken(url, guest)
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${url}/api/portal`, { headers })).status
    }
    await expect.poll(signIn).toBe(200)
    const own = callWith(url, token)
    const { meetings } = await own(listOwnMeetings)
    const papers = meetings.flatMap(({ items }) => items).flatMap((item) => item.papers)
    expect([meetings.map(({ id }) => id), papers.length]).toEqual([[meeting], 1])

    const headers = { authorization: `Bearer ${token}`, 'x-portal-view': 'member-drafts' }
    const statusOf = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${url}${path}`, { headers, ...init })).status
    for (const path of [...beyond, `/api/all-meetings/${meeting}`, `/api/agendas/${meeting}`]) {
      expect([path, await statusOf(path)]).toEqual([path, 403])
    }

    const [paper] = papers
    expect(await statusOf(`/api/documents/${paper!.id}/content`)).toBe(200)
    for (const { id } of await call(listDocuments)) {
      if (id === paper!.id) continue
      for (const address of [
        '',
        '/content',
        '/content?version=1',
        '/content?part=opening',
        '/text',
      ]) {
        const path = `/api/documents/${id}${address}`
        expect([path, await statusOf(path)]).toEqual([path, 404])
      }
    }

    const json = { ...headers, 'content-type': 'application/json', 'if-match': '"1"' }
    const until = '2099-12-31'
    const writes: [method: string, path: string, body: object][] = [
      ['POST', '/api/invitations', { who: { person: uid }, meeting, items: ['x'], until }],
      ['PUT', `/api/invitations/${invitation.id}`, { items: ['x'], until }],
      ['PATCH', `/api/admin/users/${uid}`, { displayName: 'A member' }],
      ['PUT', '/api/notes', { documentId: paper!.id, erasures: 0, notes: [], removed: [] }],
      ['POST', '/api/admin/designated-admins', { email: guest.email }],
    ]
    for (const [method, path, body] of writes) {
      const sent = { method, headers: json, body: JSON.stringify(body) }
      expect([path, await statusOf(path, sent)]).toEqual([path, 403])
    }

    const { composition } = await callWith(url, await memberToken(url))(getPortal)
    const page = await (await fetch(url, { headers: { cookie: `__session=${token}` } })).text()
    for (const { name, releases } of composition.remotes) {
      const { base, entry } = releases[0]!
      expect([name, await statusOf(`${base}${entry}`)]).toEqual([name, 404])
      expect(page).not.toContain(base)
    }
    for (const { title } of Object.values(await call(listMappings))) {
      if (title) expect(page).not.toContain(title)
    }

    await call(endGuest, { params: { uid } })
    expect(await statusOf('/api/own-meetings')).toBe(401)
    await expect(passwordToken(url, guest)).rejects.toThrow()
  },
)

test(
  'a former member’s token opens nothing, not even what they are invited to',
  { tag: '@long' },
  async ({ ownPortal }) => {
    const { url } = await ownPortal()
    const call = callWith(url, await adminToken(url))
    // Portals of journeys share their accounts.
    const person = await newPerson(url, 'Kim Stone')
    const token = await passwordToken(url, person)
    await callWith(url, token)(getPortal)
    const { users } = await call(listUsers, { query: {} })
    const { uid } = users.find(({ email }) => email === person.email)!
    await call(updateUser, { params: { uid }, body: { disabled: true } })
    const headers = { authorization: `Bearer ${token}` }
    for (const path of [...beyond, '/api/portal', '/api/own-meetings', '/api/own-data']) {
      const { status } = await fetch(`${url}${path}`, { headers })
      expect([path, status]).toEqual([path, 401])
    }
  },
)
