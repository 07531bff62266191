import { getPolicy, savePolicy } from '@portal/contract/pointers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fill } from '../../shared/fill-fixture.ts'
import { promote, publish, releasesApi } from '../releases-fixture.ts'
import { dialog, open, params, press, region } from '../releases-screen-fixture.ts'

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await fill(field, text)
}

async function openLimits() {
  const api = await releasesApi()
  await publish(api, '2.0.0-d', {
    navigation: [{ to: '/meetings', label: 'Meetings', icon: 'landmark', order: 20 }],
    slots: [{ slot: 'dashboard', component: 'next', order: 40 }],
  })
  await promote(api, '2.0.0-d', '100')
  const { toasts } = await open(api)
  const section = await region('What meetings may use')
  await within(section).findByText('It has none.')
  return { api, toasts, section, stored: () => api.call('admin')(getPolicy, { params }) }
}

it('lets an admin name a backend, limit the files and slots, and move the menu entry', async () => {
  const { toasts, section, stored } = await openLimits()
  await press('Edit the limits', section)
  const opened = await dialog()
  await type('Address of its own backend', 'https://news.example.org')
  await type('Largest file, in KB', '180')
  await type('Place of “Meetings” in the menu', '5')
  await userEvent.selectOptions(
    within(opened).getByLabelText('It may have parts'),
    'only in these slots',
  )
  within(opened).getByRole('switch', { name: 'dashboard', checked: true })
  await press('Save the limits', opened)
  await closed()
  expect(toasts.at(-1)?.message).toBe('What meetings may use is saved.')
  await within(section).findByText('At most 180 KB each.')
  expect(await stored()).toEqual({
    approval: 'once',
    stepMinutes: 60,
    backend: { origin: 'https://news.example.org' },
    budgets: { file: 180_000 },
    slots: ['dashboard'],
    order: { menu: [{ to: '/meetings', order: 5 }] },
    revision: 1,
  })
})

it('shows why an address is refused, next to it or from the portal', async () => {
  const { section } = await openLimits()
  await press('Edit the limits', section)
  await type('Address of its own backend', 'news.example.org')
  const field = screen.getByLabelText('Address of its own backend')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const save = within(await dialog()).getByRole('button', { name: 'Save the limits' })
  expect(save).toHaveProperty('disabled', true)
  await type('Address of its own backend', 'http://news.example.org')
  await userEvent.click(save)
  await screen.findByText(/must begin with https:\/\//)
})

it('shows what somebody else has saved meanwhile before it is replaced', async () => {
  const { api, section, stored } = await openLimits()
  await press('Edit the limits', section)
  await api.call('admin')(savePolicy, {
    params,
    body: { approval: 'every step', stepMinutes: 5, budgets: { total: 400_000 } },
    revision: 'new',
  })
  await type('Largest file, in KB', '180')
  await press('Save the limits', await dialog())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Theirs: At most 400 KB in all.')
  expect(alert.textContent).toContain('Yours: At most 180 KB each.')
  await press('Save the limits', await dialog())
  await closed()
  // The rules of the other dialog stay as the other admin has saved them.
  expect(await stored()).toMatchObject({
    approval: 'every step',
    stepMinutes: 5,
    budgets: { file: 180_000 },
    revision: 2,
  })
})
