import { saveMapping } from '@portal/contract/mappings'
import { quarterAfter, quarterOf } from '@portal/domain/quarter'
import { mappingId } from '@portal/domain/ids'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'

const now = quarterOf(new Date(), 'America/Los_Angeles')
const next = quarterAfter(now)
const nextName = `Q${next.quarter} ${next.year}`

beforeEach(() => localStorage.clear())

const boardOf = async ({ year, quarter }: typeof now) => {
  const title = new RegExp(`^Q${quarter} ${year}: \\d+ of \\d+ ready`)
  return screen.findByRole('heading', { name: title })
}

async function open(fault: Fault = {}, as: 'admin' | 'member' = 'admin') {
  const api = await faultyApi(fault)
  for (const materialType of ['cash-flow-summary', 'asset-summary'] as const) {
    await api.call('admin')(saveMapping, {
      params: { id: mappingId({ kind: 'meeting', ...now, materialType }) },
      body: { title: `Our ${materialType}` },
      revision: 'new',
    })
  }
  return renderRemote(admin, { path: '/admin', as, api })
}

it('has a card for every part, and explains why one needs a Google account', async () => {
  await open()
  const users = await screen.findByRole('link', { name: /User Management/ })
  expect(users.textContent).toContain('Google Auth Required')
  expect(users.textContent).toContain('signed in with their Google account')
  const parts = screen.getByRole('heading', { name: 'Everything you manage' }).nextElementSibling
  const links = within(parts as HTMLElement).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/meetings/resource-mappings',
    '/admin/uploads',
    '/admin/meeting-agenda',
    '/admin/meetings/all',
    '/admin/calendar',
    '/admin/directory',
    '/admin/committees',
    '/admin/guests',
    '/admin/outbox',
    '/admin/users',
    '/admin/releases',
    '/admin/notes-policy',
    '/admin/audit',
    '/admin/export',
  ])
})

it('sends everyone else home, with the reason', async () => {
  const { location, toasts } = await open({}, 'member')
  expect(await screen.findByText('Checking admin permissions...')).toBeDefined()
  await expect.poll(location).toBe('/')
  expect(toasts[0]?.message).toContain('designated admins')
})

it('shows how ready the quarter is, and leads from a slot to its row', async () => {
  const { location } = await open()
  const board = await screen.findByRole('region', { name: 'Readiness' })
  expect(
    within(board).getByRole('heading', { name: new RegExp(`Q${now.quarter} ${now.year}: 0 of 9`) }),
  ).toBeDefined()
  await userEvent.click(within(board).getByRole('link', { name: 'Cash Flow Summary' }))
  await screen.findByRole('heading', { level: 1, name: 'Resource Mappings' })
  expect(location()).toBe(
    `/admin/meetings/resource-mappings?year=${now.year}&quarter=${now.quarter}`,
  )
})

it('prepares the next quarter, lists what was created, and links to its mappings', async () => {
  const { location } = await open()
  const press = () => userEvent.click(screen.getByRole('button', { name: `Prepare ${nextName}` }))
  await screen.findByRole('button', { name: `Prepare ${nextName}` })
  await press()
  expect(await screen.findByText(`${nextName} is prepared: 2 slots set up.`)).toBeDefined()
  expect(screen.getByText(/Our cash-flow-summary, Our asset-summary/)).toBeDefined()
  await press()
  expect(await screen.findByText(/Nothing had to be created/)).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: `Go to the mappings of ${nextName}` }))
  await screen.findByRole('heading', { level: 1, name: 'Resource Mappings' })
  expect(location()).toContain(`year=${next.year}&quarter=${next.quarter}`)
  expect(await screen.findByLabelText('Display name of Cash Flow Summary')).toHaveProperty(
    'value',
    'Our cash-flow-summary',
  )
})

it('stays at the quarter being prepared across other pages and a reload', async () => {
  const { api, go, unmount } = await open()
  await boardOf(now)
  await userEvent.click(await screen.findByRole('button', { name: `Prepare ${nextName}` }))
  await boardOf(next)
  expect(screen.getByLabelText('Year')).toHaveProperty('value', String(next.year))
  await go('/admin/directory')
  await go('/admin')
  await boardOf(next)
  unmount()

  const again = await renderRemote(admin, { path: '/admin', as: 'admin', api })
  await boardOf(next)
  for (const path of ['/admin/meetings/resource-mappings', '/admin/meeting-agenda']) {
    await again.go(path)
    const chosen = await screen.findByRole('radio', { name: `Q${next.quarter}` })
    expect(chosen).toHaveProperty('checked', true)
  }
})

it('returns to today’s quarter when that is chosen', async () => {
  const { go } = await open()
  await userEvent.click(await screen.findByRole('button', { name: `Prepare ${nextName}` }))
  await boardOf(next)
  await userEvent.selectOptions(screen.getByLabelText('Year'), String(now.year))
  await userEvent.click(screen.getByRole('radio', { name: `Q${now.quarter}` }))
  await boardOf(now)
  await go('/admin/directory')
  await go('/admin')
  await boardOf(now)
})

it('opens at today’s quarter once the prepared one has passed', async () => {
  const past = quarterAfter(now, -1)
  const { portal, go } = await open()
  await boardOf(now)
  localStorage.setItem(`preparedQuarter:${portal.person.uid}`, JSON.stringify(past))
  await go('/admin/directory')
  await go('/admin')
  await boardOf(now)
})

it('offers every year in which a slot is set up or an agenda is written', async () => {
  const api = await faultyApi({})
  const years = [now.year - 4, now.year + 3]
  await api.call('admin')(saveMapping, {
    params: { id: `meeting-${years[0]}-q2-agenda` },
    body: { title: 'Old' },
    revision: 'new',
  })
  await api.ports.store.create('agendas', `${years[1]}-Q1`, { title: 'Ahead' })
  await renderRemote(admin, { path: '/admin', as: 'admin', api })
  await boardOf(now)
  const offered = () =>
    within(screen.getByLabelText('Year'))
      .getAllByRole('option')
      .map(({ textContent }) => Number(textContent))
  await expect.poll(offered).toEqual([now.year + 3, now.year, now.year - 1, now.year - 4])
})

it('explains why a quarter could not be prepared, and tries again', async () => {
  const fault: Fault = {}
  await open(fault)
  const button = await screen.findByRole('button', { name: `Prepare ${nextName}` })
  fault.answer = ({ method }) =>
    method === 'POST' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
  await userEvent.click(button)
  expect(
    await screen.findByText(`${nextName} could not be prepared. The data folder is full.`),
  ).toBeDefined()
  fault.answer = undefined
  await userEvent.click(button)
  await screen.findByText(/2 slots set up/)
})

it('names the papers that are missing from the drive, and removes them when asked', async () => {
  const status = {
    status: 'completed',
    documents: 40,
    held: {
      revision: 7,
      total: 1,
      since: '2026-11-23T20:00:00Z',
      reason: 'comingMeeting',
      papers: [
        {
          id: 'a',
          name: 'Agenda.pdf',
          path: 'Q4',
          slots: [{ id: 'meeting-2026-q4-agenda', title: 'Agenda', coming: true }],
        },
      ],
    },
  }
  const requests: (string | null)[] = []
  const { held: _, ...after } = status
  const { toasts } = await open({
    answer: ({ url, headers }) => {
      if (url.endsWith('/api/sync/status'))
        return Response.json(requests.length > 0 ? after : status)
      if (!url.endsWith('/api/sync/removals')) return undefined
      requests.push(headers.get('if-match'))
      return Response.json({ ...after, documents: 39, removing: 1 })
    },
  })
  expect(await screen.findByText('The drive no longer has 1 of 40 papers.')).toBeDefined()
  expect(
    screen.getByText('Missing: “Agenda.pdf”. It is mapped to the coming meeting.'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Review the paper' }))
  const question = await screen.findByRole('alertdialog')
  expect(within(question).getByText('Agenda, Q4 2026')).toBeDefined()
  await userEvent.click(within(question).getByRole('button', { name: 'Remove them' }))
  await expect
    .poll(() => toasts[0]?.message)
    .toBe('Removing 1 paper. This continues if you leave the page.')
  expect(requests).toEqual(['"7"'])
  expect(await screen.findByText('Removing 1 paper…')).toBeDefined()
})

it('reports that the sync status can’t be read, and the cards still work', async () => {
  await open({
    answer: ({ url }) =>
      url.endsWith('/api/sync/status') ? new Response(null, { status: 503 }) : undefined,
  })
  expect(await screen.findByText('Failed to load the state of the drive’s sync')).toBeDefined()
  expect(screen.getByRole('link', { name: /^Directory/ })).toBeDefined()
})

it('reports that the mappings can’t be read, and the cards still work', async () => {
  await open({
    answer: ({ url, method }) =>
      method === 'GET' && url.endsWith('/api/resource-mappings')
        ? new Response(null, { status: 503 })
        : undefined,
  })
  expect(await screen.findByText('Failed to load meeting materials')).toBeDefined()
  expect(screen.getByRole('link', { name: /^Directory/ })).toBeDefined()
})
