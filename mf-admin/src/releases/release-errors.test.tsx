import { testPeople, type TestApi } from '@portal/api/testing'
import { startPreview } from '@portal/contract/previews'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../remote.ts'
import { type Fault, refusal } from '../shared/api-fault-fixture.ts'
import { releasesApi, reportError, second, third } from './releases-fixture.ts'

const now = () => new Date('2026-11-22T09:30:00Z')
const reader = (n: number) =>
  ({ email: `reader-${n}@larkspur.example`, provider: 'google.com' }) as const

const open = async (api: TestApi, region: string, title: string) => {
  await renderRemote(admin, { path: '/admin/releases?remote=meetings', as: 'admin', api })
  const section = await screen.findByRole('region', { name: region })
  const summary = await within(section).findByText(title)
  await userEvent.click(summary)
  return { section, details: summary.closest('details')! }
}
const textOf = (element: HTMLElement) => element.textContent.replaceAll('\u202f', ' ')

it('shows the errors of a release with places, and people as numbers', async () => {
  const api = await releasesApi({}, { now })
  for (const n of [1, 2, 2]) await reportError(api, reader(n), second)
  const { section, details } = await open(api, 'How it does', `Errors of ${second}`)
  await within(details).findByText('TypeError: No page in …')
  expect(textOf(details)).toContain('3 times, of 2 people, 22 November 2026, 1:00 AM')
  expect(textOf(details)).toContain('container.js:1:20 (Kr)')
  expect(textOf(details)).toContain('It was published without source maps')
  expect(textOf(section)).toContain('Failed in 3 of 3 sessions, of 2 people: 3 on a page.')
  await userEvent.click(within(details).getByText('The whole stack'))
  expect(textOf(details)).toContain('portal main.js:1:7')
})

it('shows the errors in previews, without numbers for fewer than three people', async () => {
  const api = await releasesApi({}, { now })
  const preview = 'a'.repeat(64)
  await api.call('admin')(startPreview, {
    params: { remote: 'meetings', id: preview },
    body: { release: third, people: [testPeople.member.email] },
  })
  await reportError(api, 'member', third, preview)
  const { details } = await open(api, 'Previews', `Errors in previews of ${third}`)
  await within(details).findByText('TypeError: No page in …')
  expect(textOf(details)).toContain('Its numbers are shown once 3 people had it')
})

it('loads the errors once they are opened, and again if that fails', async () => {
  const requests: string[] = []
  const fault: Fault = {
    answer: ({ url }) => {
      if (!url.endsWith('/errors')) return undefined
      requests.push(url)
      return refusal(503, 'unavailable', 'The database can’t be reached.')
    },
  }
  const api = await releasesApi(fault, { now })
  await reportError(api, reader(1), second)
  await renderRemote(admin, { path: '/admin/releases?remote=meetings', as: 'admin', api })
  const summary = await screen.findByText(`Errors of ${second}`)
  expect(requests).toEqual([])
  await userEvent.click(summary)
  const details = summary.closest('details')!
  expect(
    await within(details).findByText('Failed to load the errors of this release'),
  ).toBeDefined()
  delete fault.answer
  await userEvent.click(within(details).getByRole('button', { name: 'Try Again' }))
  expect(await within(details).findByText('TypeError: No page in …')).toBeDefined()
})
