import { testApi } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import remote from '../remote.ts'
import { breakPath, keepAgenda, longText } from '../testing.ts'

const path = '/meetings/2026/q/4/agenda'

async function showAgenda(fields?: Record<string, unknown>) {
  const api = await testApi()
  await keepAgenda(api, fields)
  return renderRemote(remote, { path, api })
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

it('lists the items in order with running times, presenters and minutes', async () => {
  await showAgenda()
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Q4 2026 Board Meeting' }),
  ).toBeTruthy()
  const items = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^9:00 AMWelcome and quorumChair.*10 minMark complete$/),
    expect.stringMatching(/^9:10 AMBudget vs Actual.*30 minMark complete$/),
    expect.stringMatching(/^9:40 AMUntitled Item.*15 minMark complete$/),
  ])
})

it('shows day, times with the zone, and place under the title', async () => {
  await showAgenda()
  const line = await screen.findByText(/Thursday 10 December · 9:00 AM – 12:00 PM PT/)
  expect(line.textContent).toContain('Larkspur House')
})

it('says TBD where an item’s time can’t be known', async () => {
  await showAgenda({ time: 'in the morning' })
  expect(await screen.findAllByText('TBD')).toHaveLength(3)
})

it('cuts a long description until more is asked for', async () => {
  await showAgenda()
  const more = await screen.findByRole('button', { name: 'Read more about Budget vs Actual' })
  const rest = screen.getByText(longText.slice(-80), { exact: false })
  expect(rest.hidden).toBe(true)
  await userEvent.click(more)
  expect(rest.hidden).toBe(false)
  expect(screen.getByRole('button', { name: 'Read less about Budget vs Actual' })).toBeTruthy()
})

it('seeds the reader’s marks from the agenda, and keeps them on this device', async () => {
  const first = await showAgenda()
  const marks = await screen.findAllByRole('checkbox')
  expect(marks.map((mark) => (mark as HTMLInputElement).checked)).toEqual([false, false, true])
  expect(screen.getByText(/the marks stay on this device/)).toBeTruthy()
  await userEvent.click(marks[0]!)
  await userEvent.click(marks[2]!)
  first.unmount()

  await renderRemote(remote, { path, api: first.api })
  const again = await screen.findAllByRole('checkbox')
  expect(again.map((mark) => (mark as HTMLInputElement).checked)).toEqual([true, false, false])
})

it('says that no agenda has been created, with the way back', async () => {
  await renderRemote(remote, { path })
  expect(await screen.findByText('No agenda has been created for 2026 Q4.')).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Back to Meetings' })
  expect(back.getAttribute('href')).toBe('/meetings/2026/q/4')
})

it('says of a draft that it is not published yet', async () => {
  await showAgenda({ status: 'draft' })
  expect(await screen.findByText('The agenda for 2026 Q4 is not published yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

it('says when the agenda can’t be read, and recovers by Try Again', async () => {
  const api = await testApi()
  await keepAgenda(api)
  const mend = breakPath(api, '/api/agendas/')
  await renderRemote(remote, { path, api })
  expect(await screen.findByText('Failed to load agenda. Please try again.')).toBeTruthy()
  mend()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Welcome and quorum')).toBeTruthy()
})
