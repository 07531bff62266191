import { saveMapping } from '@portal/contract/mappings'
import { getSetup, saveSetup, type Setup } from '@portal/contract/setup'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'

beforeEach(() => localStorage.clear())

const list = () => screen.findByRole('region', { name: 'First steps' })
const step = (name: RegExp) => screen.getByRole('link', { name })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const all = (isDone: boolean): Setup['steps'] => ({
  people: isDone,
  calendar: isDone,
  papers: isDone,
  agenda: isDone,
  policies: isDone,
  invitations: isDone,
})

async function open(fault: Fault = {}, api?: Awaited<ReturnType<typeof faultyApi>>) {
  const view = await renderRemote(admin, {
    path: '/admin',
    as: 'admin',
    api: api ?? (await faultyApi(fault)),
  })
  await screen.findByRole('heading', { name: 'Everything you manage' })
  return view
}

/** A portal whose steps are these. */
const withSteps = (steps: Setup['steps']): Fault => ({
  answer: ({ method, url }) =>
    method === 'GET' && url.endsWith('/api/setup')
      ? Response.json({ steps, isPutAway: false } satisfies Setup)
      : undefined,
})

it('lists the first steps, each with its screen, and ticks them by what the portal contains', async () => {
  const { api, go } = await open()
  const links = within(await list()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/directory',
    '/admin/calendar',
    '/admin/uploads',
    '/admin/meeting-agenda',
    '/admin/meetings/resource-mappings?tab=governance',
    '/admin/users',
  ])
  for (const link of links.slice(0, 5)) expect(link.textContent).toMatch(/To do$/)
  await go('/admin/directory')
  await api.putPaper('bylaws')
  await api.call('admin')(saveMapping, {
    params: { id: 'governance-bylaws' },
    body: { documentId: 'bylaws' },
    revision: 'new',
  })
  await go('/admin')
  await list()
  await waitFor(() => expect(step(/^Add the policies/).textContent).toMatch(/Done$/))
  expect(step(/^Add the papers/).textContent).toMatch(/To do$/)
})

it('is put away for all admins, says why it could not be, and is shown again, with the focus', async () => {
  const fault: Fault = {}
  const { api } = await open(fault)
  await list()
  fault.answer = ({ method }) =>
    method === 'PUT' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  await press('Put this list away')
  await screen.findByText('The data folder is full.')
  fault.answer = undefined
  await press('Put this list away')
  const again = await screen.findByRole('button', { name: 'Show the first steps again' })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(again))
  expect(await api.call('admin')(getSetup)).toMatchObject({ isPutAway: true })
  await userEvent.click(again)
  await list()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First steps'))
  expect(screen.queryByRole('button', { name: 'Show the first steps again' })).toBeNull()
  expect(await api.call('admin')(getSetup)).toMatchObject({ isPutAway: false })
})

it('isn’t shown where it was put away or complete before it was seen', async () => {
  const api = await faultyApi()
  await api.call('admin')(saveSetup, { body: { isPutAway: true }, revision: 'new' })
  const { unmount } = await open({}, api)
  await screen.findByRole('button', { name: 'Show the first steps again' })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  unmount()
  const { calendar: _, ...others } = all(true)
  await open(withSteps(others))
  await screen.findByRole('region', { name: 'Readiness' })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

it('stays when its last step is done, and says so', async () => {
  const { unmount } = await open(withSteps({ ...all(true), invitations: false }))
  await list()
  unmount()
  await open(withSteps(all(true)))
  expect((await within(await list()).findByRole('status')).textContent).toContain(
    'All of it is done.',
  )
})

it('says which step can’t be checked', async () => {
  const { calendar: _, ...others } = all(false)
  await open(withSteps(others))
  await list()
  expect(step(/^Fill the calendar/).textContent).toMatch(/Can’t be checked now$/)
})

it('fails alone, and only where it was seen before', async () => {
  const fails: Fault = {
    answer: ({ url }) =>
      url.endsWith('/api/setup') ? new Response(null, { status: 503 }) : undefined,
  }
  const { unmount } = await open(fails)
  await screen.findByRole('region', { name: 'Readiness' })
  expect(screen.queryByText('Failed to load the first steps')).toBeNull()
  unmount()
  localStorage.clear()
  const seen = await open()
  await list()
  seen.unmount()
  await open(fails)
  await screen.findByText('Failed to load the first steps')
})
