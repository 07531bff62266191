import { testApi } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import remote from '../remote.ts'

async function show(path = '/calendar/yours') {
  const api = await testApi()
  return { ...(await renderRemote(remote, { path, api })), portal: api }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

/** The address on the page. */
const addressShown = async () =>
  (await screen.findByText(/^https?:\/\/.*\/api\/feeds\/[\w-]{43}\.ics$/)).textContent

it('is linked from the board’s calendar', async () => {
  await show('/calendar')
  const link = await screen.findByRole('link', { name: 'Your calendar' })
  await userEvent.click(link)
  expect(await screen.findByRole('heading', { name: 'Your calendar', level: 1 })).toBeTruthy()
})

it('makes an address once it is wanted, with a button for each calendar', async () => {
  await show()
  await press('Make my address')
  const address = await addressShown()
  const other = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')!
  const webcal = address.replace(/^https?:/, 'webcal:')
  expect(other(/Apple/)).toBe(webcal)
  expect(new URL(other(/Google/)).searchParams.get('cid')).toBe(webcal)
  for (const name of [/Outlook at work/, /Outlook\.com/]) {
    expect(new URL(other(name)).searchParams.get('url')).toBe(address)
  }
})

it('replaces the address after asking, and the earlier one no longer works', async () => {
  const { portal } = await show()
  const statusOf = async (address: string) =>
    (await portal.request(new URL(address).pathname)).status
  await press('Make my address')
  const first = await addressShown()
  expect(await statusOf(first)).toBe(200)
  await press('New address')
  const dialog = await screen.findByRole('alertdialog', { name: 'Make a new address?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make a new address' }))
  await screen.findByText((text) => text.includes('/api/feeds/') && text !== first)
  const second = await addressShown()
  expect(await statusOf(first)).toBe(404)
  expect(await statusOf(second)).toBe(200)
  await press('End my address')
  expect(await screen.findByRole('button', { name: 'Make my address' })).toBeTruthy()
  expect(await statusOf(second)).toBe(404)
})

it('says since when there is an address, which isn’t shown again', async () => {
  const { portal } = await show()
  await press('Make my address')
  await addressShown()
  await renderRemote(remote, { path: '/calendar/yours', api: portal })
  expect(await screen.findByText(/You have an address since/)).toBeTruthy()
})

it('offers invitations or the feed once mail is on', async () => {
  await show()
  const feed = await screen.findByRole('radio', { name: 'Feed' })
  expect(screen.getByRole('radio', { name: 'Invitations by e-mail' })).toHaveProperty(
    'checked',
    true,
  )
  await userEvent.click(feed)
  expect(await screen.findByText(/New meetings appear in your calendar feed/)).toBeTruthy()
  expect(feed).toHaveProperty('checked', true)
})
