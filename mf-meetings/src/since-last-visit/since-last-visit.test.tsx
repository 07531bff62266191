import { getPortal } from '@portal/contract/portal'
import { breakPath, keepDocument, mapSlot, renderSlot } from '@portal/remote-kit/testing'
import { type TestApi, testApi } from '@portal/api/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import remote from '../remote.ts'

let api: TestApi
beforeEach(async () => {
  vi.setSystemTime('2026-11-10T18:00:00Z')
  api = await testApi()
})

/** The member's visit of 10 November; the next one is on Friday, 20 November. */
async function visitAndLeave() {
  await api.call('member')(getPortal)
  await api.stop()
  vi.setSystemTime('2026-11-19T18:00:00Z')
}

function show() {
  vi.setSystemTime('2026-11-20T18:00:00Z')
  return renderSlot(remote, 'sinceLastVisit', { api })
}

async function mapPaper(id: string, slot: string) {
  await keepDocument(api, id, 7)
  await mapSlot(api, slot, { documentId: id })
}

const wherePapersAre = /^The papers of each meeting are under Meeting Materials/
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('lists what has come since the last visit, the latest first, and opens it', async () => {
  await mapPaper('old', 'governance-bylaws')
  await visitAndLeave()
  await mapPaper('travel', 'governance-travel-expense-policy')
  vi.setSystemTime('2026-11-19T19:00:00Z')
  await mapPaper('docket', 'meeting-2026-q4-additional-material-1')
  const view = await show()
  await screen.findByRole('heading', { name: 'Since your last visit' })
  const read = await screen.findByRole('link', { name: 'Read Additional Material 1' })
  expect(rows()).toEqual([
    expect.stringMatching(/^Additional Material 1New · Q4 2026 · PDF · 7 pages/),
    expect.stringMatching(/^Travel & Expense PolicyNew · PDF · 7 pages/),
  ])
  expect(screen.getByRole('link', { name: 'Read Travel & Expense Policy' })).toHaveProperty(
    'pathname',
    '/resources/view/governance-travel-expense-policy',
  )
  await userEvent.click(read)
  expect(view.location()).toBe('/meetings/2026/q/4?material=additional-material-1')
})

it('shows the day on which a paper has changed', async () => {
  await mapPaper('bylaws', 'governance-bylaws')
  await visitAndLeave()
  const stored = await api.ports.store.get('documents', 'bylaws')
  const { id: _, revision, updatedAt: __, ...body } = stored!
  await api.ports.store.update(
    'documents',
    'bylaws',
    { ...body, modified_time: '2026-11-17T18:00:00.000Z' },
    revision,
  )
  await show()
  await screen.findByRole('link', { name: 'Read Bylaws' })
  expect(rows()).toEqual([expect.stringMatching(/^BylawsChanged on Tuesday · PDF · 7 pages/)])
})

it('shows three at first, and the others on request', async () => {
  await visitAndLeave()
  for (const number of [1, 2, 3, 4, 5]) {
    await mapPaper(`paper-${number}`, `meeting-2026-q4-additional-material-${number}`)
  }
  await show()
  const more = await screen.findByRole('button', { name: 'Show 2 more' })
  expect(rows()).toHaveLength(3)
  await userEvent.click(more)
  expect(rows()).toHaveLength(5)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show fewer' }))
})

it('says in one sentence that nothing is new', async () => {
  await mapPaper('bylaws', 'governance-bylaws')
  await visitAndLeave()
  await show()
  const section = await screen.findByRole('region', { name: 'Since your last visit' })
  await within(section).findByText(
    'No paper is new or has changed since you were here on 10 November.',
  )
  expect(screen.queryByText(wherePapersAre)).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
})

it('lists the latest papers on a first visit, and says where papers are', async () => {
  await mapPaper('bylaws', 'governance-bylaws')
  await show()
  await screen.findByRole('heading', { name: 'Latest papers' })
  await screen.findByRole('link', { name: 'Read Bylaws' })
  screen.getByText(wherePapersAre)
})

it('doesn’t say to an admin where papers are', async () => {
  await renderSlot(remote, 'sinceLastVisit', { api, as: 'admin' })
  await screen.findByRole('heading', { name: 'Latest papers' })
  expect(screen.queryByText(wherePapersAre)).toBeNull()
})

it('says on a first visit without papers who will publish them', async () => {
  await show()
  await screen.findByText('The board’s papers will be listed here as soon as staff publish them.')
})

it('fails alone, and recovers by Try Again', async () => {
  await mapPaper('bylaws', 'governance-bylaws')
  const mend = breakPath(api, '/api/resource-mappings')
  await show()
  await screen.findByText('Failed to load meeting materials')
  mend()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('link', { name: 'Read Bylaws' })
})

it('lists the papers even if what the reader has read can’t be loaded', async () => {
  await mapPaper('old', 'governance-bylaws')
  await visitAndLeave()
  await mapPaper('docket', 'meeting-2026-q4-additional-material-1')
  breakPath(api, '/api/reading')
  await show()
  await screen.findByRole('link', { name: 'Read Additional Material 1' })
  expect(rows()).toEqual([expect.stringMatching(/^Additional Material 1New · Q4 2026/)])
})

it('shows the latest papers, and nobody’s visit, to an admin who views as a member', async () => {
  await api.call('admin')(getPortal)
  await api.stop()
  await mapPaper('bylaws', 'governance-bylaws')
  vi.setSystemTime('2026-11-20T18:00:00Z')
  await renderSlot(remote, 'sinceLastVisit', { api, as: 'admin', memberView: 'member' })
  await screen.findByRole('heading', { name: 'Since your last visit' })
  screen.getByText(/^Each member sees what is new since their own last visit/)
  await screen.findByRole('link', { name: 'Read Bylaws' })
  expect(screen.queryByText(/since you were here/)).toBeNull()
})
