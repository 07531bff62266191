import { createDirectoryEntry } from '@portal/contract/directory'
import { within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, q4 } from '../../agenda-fixture.ts'
import { open, openItem, press } from '../../meeting-agenda/agenda-screen-fixture.ts'

beforeEach(clearDevice)

it('offers people of the directory for what is typed, and keeps the chosen one', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  const form = { name: 'Hana Takeda', type: 'staff', role: 'Programs' } as const
  const { id } = await api.call('admin')(createDirectoryEntry, { form })
  await open(api)
  const budget = await openItem('2. Budget')
  await userEvent.type(within(budget).getByLabelText('Presenter'), 'tak')
  await userEvent.click(
    await within(budget).findByRole('button', { name: 'Hana Takeda, Programs' }),
  )
  expect(within(budget).getByLabelText('Presenter')).toHaveProperty('value', 'Hana Takeda')
  expect(within(budget).getByText('From the directory')).toBeDefined()
  await press('Save')
  await expect
    .poll(async () => (await api.stored(q4))?.items[1])
    .toMatchObject({ speaker: 'Hana Takeda', speakerId: id })
  await userEvent.type(within(budget).getByLabelText('Presenter'), ' and guests')
  await press('Save')
  await expect
    .poll(async () => (await api.stored(q4))?.items[1]?.speaker)
    .toBe('Hana Takeda and guests')
  expect((await api.stored(q4))?.items[1]).not.toHaveProperty('speakerId')
})
