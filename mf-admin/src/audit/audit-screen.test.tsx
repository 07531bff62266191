import { testPeople } from '@portal/api/testing'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { createUser, updateUser } from '@portal/contract/users'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Fault } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'
import { access, auditApi, addAuditEntries } from './audit-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

type Api = Awaited<ReturnType<typeof auditApi>>

const open = (api: Api, search = '') =>
  renderRemote(admin, { path: `/admin/audit${search}`, as: 'admin', api })
const entries = () => screen.findAllByRole('listitem')
const filter = async () => screen.findByRole('search', { name: 'Filter the audit' })

it('shows who changed what, before and after, in the foundation’s time', async () => {
  let clock = Date.UTC(2026, 10, 20, 17, 0, 5)
  const api = await auditApi({ now: () => new Date((clock += 1)) })
  const call = api.call('admin')
  const { uid } = await call(createUser, {
    body: { email: 'nora@larkspur.example', password: 'board-Room-26', displayName: 'Nora' },
  })
  await call(updateUser, { params: { uid }, body: { displayName: 'Nora Field' } })
  await open(api)
  const [newest] = await entries()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Friday, November 20, 2026')
  expect(newest!.textContent).toContain('9:00:05 AM PST')
  expect(within(newest!).getByText(`Ruth Abelman (${testPeople.admin.email})`)).toBeDefined()
  expect(within(newest!).getByText('User saved')).toBeDefined()
  expect(within(newest!).getByText('Nora Field (nora@larkspur.example)')).toBeDefined()
  const row = within(newest!).getByText('Display name').parentElement!
  expect(row.querySelector('dd')!.textContent).toBe('NoraNora Field')
  expect(within(row).getByRole('img', { name: 'became' })).toBeDefined()
})

it('shows why a release was denied', async () => {
  const api = await auditApi()
  await api.ports.store.create('audit', 'entry', {
    at: new Date().toISOString(),
    by: { uid: 'r', email: testPeople.admin.email },
    who: testPeople.admin.email,
    what: 'release denied',
    subject: 'meetings',
    before: { denied: [] },
    after: { denied: ['1.0.0-b'] },
    reason: 'Members saw an empty list',
  })
  await open(api)
  const [entry] = await entries()
  expect(within(entry!).getByText('Release denied')).toBeDefined()
  expect(within(entry!).getByText('Reason: Members saw an empty list')).toBeDefined()
})

it('shows a refusal as one, with its reason', async () => {
  const api = await auditApi()
  await api.request('/api/admin/users', {
    headers: { authorization: `Bearer ${await api.tokenOf('staff')}` },
  })
  await api.settled()
  await open(api)
  const [entry] = await entries()
  expect(within(entry!).getByText('Denied')).toBeDefined()
  expect(within(entry!).getByText('GET /api/admin/users')).toBeDefined()
  expect(within(entry!).getByText('Only admins may do this.')).toBeDefined()
  expect(entry!.textContent).toContain(testPeople.staff.email)
})

it('filters by day, person and kind in the URL; the last day belongs to it', async () => {
  const api = await auditApi()
  await addAuditEntries(api, 3)
  const { location } = await open(api)
  expect(await entries()).toHaveLength(3)
  const form = await filter()
  const type = async (label: string, value: string) =>
    fill(within(form).getByLabelText(label), value)
  await type('From', '2026-03-02')
  await type('To', '2026-03-02')
  await userEvent.selectOptions(within(form).getByLabelText('What'), 'mapping saved')
  await userEvent.click(within(form).getByRole('button', { name: 'Show' }))
  await waitFor(async () => expect(await entries()).toHaveLength(1))
  expect(location()).toBe('/admin/audit?from=2026-03-02&to=2026-03-02&what=mapping+saved')
  expect(api.requests.at(-1)).toContain('from=2026-03-02&to=2026-03-03&what=mapping+saved')

  await type('Who', 'nobody@larkspur.example')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('No entries match')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await entries()).toHaveLength(3)
  expect(location()).toBe('/admin/audit')
})

it('refuses a range whose first day is after its last one, and searches by part of a name', async () => {
  const api = await auditApi()
  await addAuditEntries(api, 3)
  const { location } = await open(api)
  await entries()
  const form = within(await filter())
  await fill(form.getByLabelText('From'), '2026-03-05')
  await fill(form.getByLabelText('To'), '2026-03-01')
  expect(form.getByRole('alert').textContent).toBe('Choose a day that is not before From.')
  await userEvent.click(form.getByRole('button', { name: 'Show' }))
  expect(location()).toBe('/admin/audit')
  await userEvent.clear(form.getByLabelText('From'))
  await userEvent.clear(form.getByLabelText('To'))
  await userEvent.type(form.getByLabelText('Who'), 'ad')
  await userEvent.click(form.getByRole('button', { name: 'Show' }))
  await waitFor(async () => expect(await entries()).toHaveLength(1))
  expect(location()).toBe('/admin/audit?who=ad')
})

it('shows sign-ins and downloads separately from the changes', async () => {
  const api = await auditApi()
  await addAuditEntries(api, 2)
  await access(api, {
    what: 'signed in',
    subject: 'Safari on iPad',
    after: { location: 'Oakland' },
  })
  await access(api, { what: 'sign-in refused', subject: 'Firefox', reason: 'Disabled.', times: 2 })
  await access(api, { what: 'paper downloaded', subject: 'budget', after: { name: 'Budget.pdf' } })
  const { location } = await open(api, '?who=ada@larkspur.example')
  expect(await entries()).toHaveLength(1)
  const form = within(await filter())
  await userEvent.selectOptions(form.getByLabelText('What'), 'mapping saved')
  await userEvent.selectOptions(form.getByLabelText('Entries'), 'Sign-ins and downloads')
  expect(form.getByLabelText('What')).toHaveProperty('value', '')
  await userEvent.click(form.getByRole('button', { name: 'Show' }))
  await waitFor(async () => expect(await entries()).toHaveLength(3))
  expect(location()).toBe('/admin/audit?who=ada%40larkspur.example&show=access')
  const [download, refused, signedIn] = await entries()
  expect(within(signedIn!).getByText('Safari on iPad')).toBeDefined()
  expect(within(signedIn!).getByText('Oakland')).toBeDefined()
  expect(within(signedIn!).queryByRole('link')).toBeNull()
  expect(refused!.textContent).toContain('Disabled. Refused 2 times.')
  expect(within(download!).getByText('Budget.pdf', { selector: 'strong' })).toBeDefined()
  for (const entry of await entries()) expect(entry.textContent).not.toContain('differs')
  await userEvent.click(within(download!).getByRole('link', { name: /All downloads of it/ }))
  await waitFor(async () => expect(await entries()).toHaveLength(1))
  expect(location()).toBe('/admin/audit?show=access&subject=budget')
  await userEvent.click(screen.getByRole('button', { name: 'Show all subjects' }))
  await waitFor(async () => expect((await entries()).length).toBeGreaterThan(1))
  expect(location()).toBe('/admin/audit?show=access')
})

it('filters sign-ins and downloads by their kind, and clears the filters', async () => {
  const api = await auditApi()
  await access(api, { what: 'signed in', subject: 'Safari on iPad' })
  await access(api, { what: 'signed out', subject: 'Safari on iPad' })
  const { location } = await open(api, '?show=access')
  expect((await entries()).length).toBeGreaterThan(1)
  const form = within(await filter())
  await userEvent.selectOptions(form.getByLabelText('What'), 'Signed out')
  await userEvent.click(form.getByRole('button', { name: 'Show' }))
  await waitFor(async () => expect(await entries()).toHaveLength(1))
  expect(api.requests.at(-1)).toContain('show=access&what=signed+out')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(async () => expect((await entries()).length).toBeGreaterThan(1))
  expect(location()).toBe('/admin/audit?show=access')
})

it('takes filters from the URL, and omits an invalid day', async () => {
  const api = await auditApi()
  await addAuditEntries(api, 3)
  await open(api, '?from=2026-02-30&to=2026-03-01&who=ADA@larkspur.example')
  expect(await entries()).toHaveLength(1)
  expect(within(await filter()).getByLabelText('To')).toHaveProperty('value', '2026-03-01')
  expect(within(await filter()).getByLabelText('From')).toHaveProperty('value', '')
})

it('shows every entry about one subject', async () => {
  const api = await auditApi()
  await addAuditEntries(api, 3)
  const { location } = await open(api)
  await entries()
  await userEvent.click(screen.getAllByRole('link', { name: /All changes to it/ })[1]!)
  await waitFor(async () => expect(await entries()).toHaveLength(1))
  expect(location()).toBe('/admin/audit?subject=governance-1')
  await userEvent.click(screen.getByRole('button', { name: 'Show all subjects' }))
  await waitFor(async () => expect(await entries()).toHaveLength(3))
})

it('loads older entries on request, each once, and keeps what is shown when that fails', async () => {
  const fault: Fault = {}
  const api = await auditApi({ fault })
  await addAuditEntries(api, 52)
  await open(api)
  expect(await entries()).toHaveLength(50)
  expect(screen.getByText('50 entries so far')).toBeDefined()
  fault.answer = ({ url }) =>
    url.includes('after=') ? new Response(null, { status: 503 }) : undefined
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Failed to load older entries')).toBeDefined()
  expect(await entries()).toHaveLength(50)
  fault.answer = undefined
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(async () => expect(await entries()).toHaveLength(52))
  expect(screen.getByText('52 entries, the oldest included')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('searches by words and begins with the oldest, in the URL', async () => {
  const api = await auditApi()
  await addAuditEntries(api, 52)
  const { location } = await open(api)
  await entries()
  const form = within(await filter())
  await userEvent.selectOptions(form.getByLabelText('Order'), 'Oldest first')
  await fill(form.getByLabelText(/^Search by person/), 'ben paper')
  await userEvent.click(form.getByRole('button', { name: 'Show' }))
  await waitFor(async () => expect((await entries())[0]!.textContent).toContain('Paper 1'))
  expect(location()).toBe('/admin/audit?q=ben+paper&order=oldest')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(async () => expect(await entries()).toHaveLength(51))
  expect(screen.getByText('51 entries, the newest included')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(async () => expect((await entries())[0]!.textContent).toContain('Paper 0'))
  expect(location()).toBe('/admin/audit?order=oldest')
})

it('shows how far an empty search has come, and continues on request', async () => {
  const api = await auditApi()
  await addAuditEntries(api, 1001)
  await open(api, '?q=ada')
  expect(await screen.findByText('No entries match so far')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Search further' }))
  expect(await entries()).toHaveLength(1)
  expect(screen.getByText('1 entry, the oldest included')).toBeDefined()
  expect(screen.queryByText('No entries match so far')).toBeNull()
})

it('shows that nothing has been changed yet', async () => {
  await open(await auditApi())
  expect(await screen.findByText('Nothing has been changed yet')).toBeDefined()
})

it('reports that the audit can’t be read, and tries again', async () => {
  const fault: Fault = {
    answer: ({ url }) =>
      url.includes('/api/audit') ? new Response('', { status: 503 }) : undefined,
  }
  const api = await auditApi({ fault })
  await addAuditEntries(api, 1)
  await open(api)
  expect(await screen.findByText('Failed to load the audit')).toBeDefined()
  fault.answer = undefined
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await entries()).toHaveLength(1)
})

it('checks before it downloads, with the filters, and shows the status of a failure', async () => {
  const looks: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    looks.push([init.method, url])
    return new Response(null, { status: 500 })
  })
  const { toasts } = await open(await auditApi(), '?what=denied')
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(toasts[0]?.message).toBe('Failed to download the audit: 500'))
  expect(looks).toEqual([['HEAD', '/api/audit/csv?what=denied']])
})

it('sends an admin home whose rights have ended', async () => {
  const api = await auditApi()
  const { location, toasts } = await renderRemote(admin, {
    path: '/admin/audit',
    as: 'staff',
    api,
  })
  await waitFor(() => expect(location()).toBe('/'))
  expect(toasts).toHaveLength(1)
})

it('says why a change of a closed item can’t be undone, instead of offering it', async () => {
  const api = await auditApi()
  const by = { uid: 'someone', email: 'ada@larkspur.example' }
  await api.ports.store.create('audit', 'closing', {
    at: '2026-03-01T20:00:00.000Z',
    by,
    who: by.email,
    what: 'agenda saved',
    subject: '2026-Q4',
    before: { items: [{ id: 'pay', title: 'Closed session' }] },
    after: { items: [{ id: 'pay', title: 'Closed session', closed: 'key' }] },
  })
  await open(api)
  expect(await screen.findByText(/closed, opened or removed a closed item/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Undo this change/ })).toBeNull()
})

it('undoes a change after a question, and marks it as undone', async () => {
  let clock = Date.UTC(2026, 10, 20, 17)
  const api = await auditApi({ now: () => new Date((clock += 1000)) })
  await api.putPaper('bylaws')
  const params = { id: 'governance-bylaws' }
  const mapped = async () => (await api.call('admin')(listMappings))['governance-bylaws']
  await api.call('admin')(saveMapping, { params, body: { documentId: 'bylaws' }, revision: 'new' })
  await api.call('admin')(saveMapping, { params, body: { active: false }, revision: 1 })
  const { toasts } = await open(api)
  const [newest, oldest] = await screen.findAllByRole('button', { name: /^Undo this change/ })
  await userEvent.click(oldest!)
  const question = await screen.findByRole('alertdialog', { name: 'Undo this change?' })
  expect(within(question).getByText('“Bylaws” will show nothing, as before.')).toBeDefined()
  await userEvent.click(within(question).getByRole('button', { name: 'Undo the change' }))
  expect(await within(question).findByText(/^This has been changed since/)).toBeDefined()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))

  await userEvent.click(newest!)
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the change' }))
  await expect.poll(() => toasts.at(-1)?.message).toBe('Undone')
  expect(await mapped()).toMatchObject({ active: true, revision: 3 })
  expect(await screen.findByText('Undoes: Mapping saved')).toBeDefined()
  expect(screen.getByText('Undone')).toBeDefined()
})
