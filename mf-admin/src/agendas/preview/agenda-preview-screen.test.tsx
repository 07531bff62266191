import { renderRemote } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, q4 } from '../agenda-fixture.ts'
import admin from '../../remote.ts'

const open = (api: Awaited<ReturnType<typeof agendaApi>>, path: string) =>
  renderRemote(admin, { path, as: 'admin', api })

beforeEach(clearDevice)

it.each(['4', 'Q4'])(
  'shows a draft as members will see it, with its status (%s)',
  async (quarter) => {
    const api = await agendaApi()
    await api.save(q4, board)
    await open(api, `/admin/meetings/2026/${quarter}/agenda`)
    expect(await screen.findByRole('heading', { level: 1, name: board.title! })).toBeDefined()
    expect(screen.getByText('Draft')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Members’ view' })).toBeNull()
    const times = screen.getByText('9:00 AM – 10:00 AM PT')
    expect(times.parentElement!.textContent).toMatch(
      /^Thursday 10 December\s· 9:00 AM – 10:00 AM PT.*\s· Boardroom$/,
    )
    const items = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(items).toEqual(['9:00 AM1. Welcome10 min', '9:10 AM2. BudgetThe year30 min'])
  },
)

it('calls an item without a title by its number, once', async () => {
  const api = await agendaApi()
  await api.save(q4, { ...board, items: [{ title: 'Welcome' }, { title: ' ' }] })
  await open(api, '/admin/meetings/2026/4/agenda')
  const names = await screen.findAllByRole('heading', { level: 2 })
  expect(names.map((name) => name.textContent)).toEqual(['1. Welcome', 'Item 2'])
})

it('links to the members’ view of a published agenda', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await api.setStatus(q4, 'published', 1)
  await open(api, '/admin/meetings/2026/4/agenda')
  const link = await screen.findByRole('link', { name: 'Members’ view' })
  expect(link.getAttribute('href')).toBe('/meetings/2026/q/4/agenda')
  expect(screen.getByText('Published')).toBeDefined()
})

it('shows that there is no agenda, and redirects an invalid quarter to the agenda’s admin', async () => {
  const api = await agendaApi()
  const { go, location } = await open(api, '/admin/meetings/2026/4/agenda')
  expect(await screen.findByText('No agenda has been created for 2026 Q4.')).toBeDefined()
  await go('/admin/meetings/2026/8/agenda')
  await expect.poll(location).toBe('/admin/meeting-agenda')
})
