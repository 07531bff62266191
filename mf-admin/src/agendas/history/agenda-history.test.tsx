import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, q4 } from '../agenda-fixture.ts'
import { open, press, titleBox } from '../meeting-agenda/agenda-screen-fixture.ts'

beforeEach(clearDevice)

const shown = async () => within(await dialog()).queryAllByRole('radio').length
const dialog = () => screen.findByRole('dialog', { name: /^History of the agenda/ })

it('saves an earlier version again, at the current revision and still published', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await api.save(q4, { ...board, title: 'Short meeting', items: [] }, 1)
  await api.setStatus(q4, 'published', 2)
  await open(api)
  await titleBox()
  await press('History')
  const [, , first] = await within(await dialog()).findAllByRole('radio')
  await userEvent.click(first!)
  const version = within(await dialog()).getByRole('region', { name: 'What this version has' })
  expect(version.textContent).toMatch(/Thursday 10 December.*9:00 AM – 10:00 AM.*Boardroom/)
  expect(within(version).getByRole('list', { name: 'Items of this version' })).toBeDefined()
  await press('Restore this version')
  await expect
    .poll(() => api.stored(q4))
    .toMatchObject({ title: board.title, revision: 4, status: 'published' })
  expect((await api.stored(q4))?.items.map(({ id }) => id)).toEqual(['welcome', 'budget'])
})

it('has nothing unsaved after it restored a version without the times that follow the durations', async () => {
  const api = await agendaApi()
  const items = [{ id: 'welcome', title: 'Welcome', duration: 15 }]
  await api.save(q4, { ...board, timesFollow: true, items })
  await api.save(q4, { title: 'Short meeting', items: [] }, 1)
  const view = await open(api)
  await titleBox()
  await press('History')
  const [, first] = await within(await dialog()).findAllByRole('radio')
  await userEvent.click(first!)
  await press('Restore this version')
  await expect.poll(() => view.toasts.at(-1)?.message).toMatch(/^Version of .+ restored$/)
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

it('pages through the versions, and doesn’t restore what is stored now', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  for (let revision = 1; revision < 12; revision += 1) {
    await api.save(q4, { ...board, title: `Version ${revision}` }, revision)
  }
  await open(api)
  await titleBox()
  await press('History')
  const newest = await within(await dialog()).findAllByRole('radio')
  expect(newest).toHaveLength(10)
  await userEvent.click(newest[0]!)
  expect(screen.getByRole('button', { name: 'Restore this version' })).toHaveProperty(
    'disabled',
    true,
  )
  await press('Older versions')
  await expect.poll(shown).toBe(2)
  expect(screen.queryByRole('button', { name: 'Older versions' })).toBeNull()
  await press('Newer versions')
  await expect.poll(shown).toBe(10)
})
