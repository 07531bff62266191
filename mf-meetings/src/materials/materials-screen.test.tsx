import { testApi } from '@portal/api/testing'
import type { MemberView } from '@portal/contract/member-view'
import { reportReading, setReading } from '@portal/contract/reading'
import { quarterAfter, quarterName, quarterOf } from '@portal/domain/quarter'
import {
  breakPath,
  keepDocument,
  mapSlot,
  renderRemote,
  withoutFiles,
} from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { meetingsPaths } from '../meetings-paths.ts'
import remote from '../remote.ts'
import { keepAgenda, resizeTo } from '../shared/meetings-fixture.ts'

const today = quarterOf(new Date(), 'America/Los_Angeles')
const current = `/meetings/${today.year}/q/${today.quarter}`

/** 2026 Q4 with a native agenda, a PDF and an embed. */
async function apiWithPapers() {
  const api = await testApi()
  await keepAgenda(api)
  await keepDocument(api, 'budget', 12)
  await mapSlot(api, 'meeting-2026-q4-agenda', { mode: 'native' })
  await mapSlot(api, 'meeting-2026-q4-budget-vs-actual', { documentId: 'budget' })
  const embed = { embedUrl: 'https://airtable.com/embed/x', embedType: 'airtable' } as const
  await mapSlot(api, 'meeting-2026-q4-airtable-data', { ...embed, title: 'Grants in numbers' })
  return api
}

async function showPapers(path = '/meetings/2026/q/4') {
  return renderRemote(remote, { path, api: await apiWithPapers() })
}

const rows = async () => {
  const list = await screen.findByRole('region', { name: 'Available Materials' })
  return within(list)
    .getAllByRole('link')
    .filter((link) => link.closest('li'))
}

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
  resizeTo(1400)
})

describe('the address', () => {
  it('opens today’s quarter for an address without a valid one, and keeps the paper if it had none', async () => {
    const { location, go } = await renderRemote(remote, { path: '/meetings' })
    await waitFor(() => expect(location()).toBe(current))
    for (const quarter of ['1969/q/4', '2026/q/5', 'x/q/1', '1969/q/4?material=agenda']) {
      await go('/meetings?material=agenda')
      await waitFor(() => expect(location()).toBe(`${current}?material=agenda`))
      await go(`/meetings/${quarter}`)
      await waitFor(() => expect(location()).toBe(current))
    }
  })

  it('redirects the old form of an address to the new one, with tail and query', async () => {
    const { location } = await showPapers('/meetings/2026/q4?material=budget-vs-actual')
    await waitFor(() => expect(location()).toBe('/meetings/2026/q/4?material=budget-vs-actual'))
  })

  it('normalizes an address that writes its quarter informally, with its query', async () => {
    const { location } = await showPapers('/meetings/2026/q/Q4/?material=budget-vs-actual')
    await waitFor(() => expect(location()).toBe('/meetings/2026/q/4?material=budget-vs-actual'))
  })

  it('opens the material of a material type', async () => {
    await showPapers('/meetings/2026/q/4/budget-vs-actual')
    const row = await screen.findByRole('link', { name: /Budget vs Actual/, current: true })
    expect(row.textContent).toContain('Viewing')
  })

  it('shows “Material Not Found” for anything else under a quarter', async () => {
    await showPapers('/meetings/2026/q/4/no-such-paper')
    expect(await screen.findByText('Material Not Found')).toBeTruthy()
  })
})

describe('the list', () => {
  it('numbers the materials, each with its kind in a word and its pages, and leaves the focus', async () => {
    await showPapers()
    await screen.findByText(/55 min/)
    expect((await rows()).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^1Agenda.*Agenda · 55 min.*View$/),
      expect.stringMatching(/^2Budget vs Actual.*PDF · 12 pages.*Updated 3 October.*View$/),
      expect.stringMatching(/^3Grants in numbers.*Web page · Airtable.*View$/),
    ])
    expect(document.activeElement).toBe(document.body)
  })

  it('hides an inactive material, whose address shows that it isn’t available', async () => {
    const api = await testApi()
    await keepDocument(api, 'budget', 12)
    await mapSlot(api, 'meeting-2026-q4-budget-update', { documentId: 'budget' })
    await mapSlot(api, 'meeting-2026-q4-budget-vs-actual', { documentId: 'budget', active: false })
    await renderRemote(remote, { path: '/meetings/2026/q/4?material=budget-vs-actual', api })
    expect(await screen.findByText('Material Not Found')).toBeTruthy()
    expect(await rows()).toHaveLength(1)
  })

  it('explains why a quarter is empty, and who will change that, unless it is over', async () => {
    const [next, last] = [quarterAfter(today, 1), quarterAfter(today, -1)]
    const { go } = await renderRemote(remote, { path: meetingsPaths.meeting(next) })
    expect(await screen.findByText(`No materials for ${quarterName(next)} yet`)).toBeTruthy()
    expect(screen.getByText(/adds them here before the meeting/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Board Liaison' })).toBeTruthy()
    await go(meetingsPaths.meeting(last))
    expect(await screen.findByText(`No materials for ${quarterName(last)}`)).toBeTruthy()
    expect(screen.queryByText(/before the meeting/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Board Liaison' })).toBeTruthy()
  })

  it('leads an admin from an empty quarter to the screen that fills it', async () => {
    const next = quarterAfter(today, 1)
    await renderRemote(remote, { path: meetingsPaths.meeting(next), as: 'admin' })
    const link = await screen.findByRole('link', { name: 'add them' })
    const { year, quarter } = next
    const address = `/admin/meetings/resource-mappings?year=${year}&quarter=${quarter}`
    expect(link.getAttribute('href')).toBe(address)
    expect(screen.queryByRole('link', { name: 'Board Liaison' })).toBeNull()
  })
})

it('prefetches the materials when their link is hovered', async () => {
  const path = '/meetings/2026/q/4'
  await renderRemote(remote, { path, api: await apiWithPapers(), pointedAt: true })
  expect(await rows()).toHaveLength(3)
  expect(screen.getByText('Agenda · 55 min')).toBeTruthy()
})

describe('a paper', () => {
  it('fills the page with the paper: its name is the heading, next to it are the papers, the search, and a link to the quarter', async () => {
    const { location } = await showPapers('/meetings/2026/q/4?material=budget-vs-actual&page=2')
    expect(await screen.findByRole('heading', { level: 1, name: 'Budget vs Actual' })).toBeTruthy()
    expect(await screen.findByText('2 of 3')).toBeTruthy()
    const list = screen.getByRole('complementary', { name: 'Q4 2026 papers' })
    expect(within(list).getByRole('link', { current: true }).textContent).toMatch(
      /^2Budget.*Viewing$/,
    )
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByRole('button', { name: 'Search the portal' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Back to Q4 2026' }))
    expect(location()).toBe('/meetings/2026/q/4')
    expect(await rows()).toHaveLength(3)
  })

  it('fills the page while the quarter’s papers are still loading', async () => {
    const api = await apiWithPapers()
    const { request } = api.app
    const requested = Promise.withResolvers<void>()
    api.app.request = async (input, ...rest) => {
      if (typeof input === 'string' && input.includes('resource-mappings')) await requested.promise
      return request(input, ...rest)
    }
    await renderRemote(remote, { path: '/meetings/2026/q/4?material=budget-vs-actual', api })
    expect(await screen.findByRole('heading', { level: 1, name: 'Budget vs Actual' })).toBeTruthy()
    expect(document.querySelector('[data-reading]')).toBeTruthy()
    expect(screen.getByText('Loading Budget vs Actual')).toBeTruthy()
    requested.resolve()
    expect(await screen.findByText('2 of 3')).toBeTruthy()
  })

  it('shows the published native agenda with its times, and moves the focus to it, to the next paper, and back to its row', async () => {
    await showPapers('/meetings/2026/q/4?material=agenda')
    const agenda = await screen.findByRole('group', { name: 'Agenda' })
    expect(document.activeElement).toBe(agenda)
    expect(await screen.findByRole('heading', { name: 'Q4 2026 Board Meeting' })).toBeTruthy()
    expect(screen.getByText('9:10 AM')).toBeTruthy()
    await userEvent.click(await screen.findByRole('link', { name: 'Next paper: Budget vs Actual' }))
    const budget = await screen.findByRole('group', { name: 'Budget vs Actual' })
    expect(document.activeElement).toBe(budget)
    await userEvent.click(screen.getByRole('link', { name: 'Back to Q4 2026' }))
    const [, row] = await rows()
    await waitFor(() => expect(document.activeElement).toBe(row))
  })

  it('links to the next and previous paper, and by Back to the list at once', async () => {
    const { location } = await showPapers()
    await userEvent.click((await rows())[0]!)
    await userEvent.click(await screen.findByRole('link', { name: 'Next paper: Budget vs Actual' }))
    expect(location()).toBe('/meetings/2026/q/4?material=budget-vs-actual')
    expect(screen.getByRole('link', { name: 'Previous paper: Agenda' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Next paper: Grants in numbers' }))
    expect(screen.queryByRole('link', { name: /^Next/ })).toBeNull()
    // It goes back in the history, as the browser’s Back does.
    await userEvent.click(screen.getByRole('link', { name: 'Back to Q4 2026' }))
    expect(location()).toBe('/meetings/2026/q/4')
  })

  it('moves the focus to the heading if the paper isn’t listed any more', async () => {
    await showPapers('/meetings/2026/q/4?material=cash-flow-summary')
    await rows()
    const heading = screen.getByRole('heading', { level: 1, name: 'Meeting Materials' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('moves the focus by F6 between the tools, the list and the pages, hides the list, and remembers that', async () => {
    await showPapers('/meetings/2026/q/4?material=agenda')
    const pages = await screen.findByRole('group', { name: 'Agenda' })
    await userEvent.keyboard('{F6}')
    expect(document.activeElement?.textContent).toContain('Q4 2026')
    await userEvent.keyboard('{F6}')
    expect(document.activeElement?.textContent).toMatch(/^1Agenda/)
    await userEvent.keyboard('{F6}')
    expect(pages.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Shift>}{F6}{/Shift}')
    expect(document.activeElement?.textContent).toMatch(/^1Agenda/)
    await userEvent.click(await screen.findByRole('button', { name: 'Hide Q4 2026 papers' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    cleanup()
    await showPapers('/meetings/2026/q/4?material=agenda')
    await userEvent.click(await screen.findByRole('button', { name: 'Q4 2026 papers' }))
    expect(screen.getByRole('complementary', { name: 'Q4 2026 papers' })).toBeTruthy()
  })

  it.each([
    { slot: 'mapped', as: 'member', previews: 0 },
    { slot: 'mapped', as: 'admin', previews: 1 },
    { slot: 'unmapped', as: 'member', previews: 0 },
    { slot: 'unmapped', as: 'admin', previews: 1 },
  ] as const)(
    'says of a draft ($slot) that it is not published yet, with a preview for admins ($as)',
    async ({ slot, as, previews }) => {
      const api = await testApi()
      await keepAgenda(api, { status: 'draft' })
      if (slot === 'mapped') await mapSlot(api, 'meeting-2026-q4-agenda', { mode: 'native' })
      await renderRemote(remote, { path: '/meetings/2026/q/4?material=agenda', api, as })
      expect(await screen.findByText('The agenda for 2026 Q4 is not published yet.')).toBeTruthy()
      const links = screen.queryAllByRole('link', { name: 'Preview the agenda' })
      expect(links).toHaveLength(previews)
    },
  )
})

it('doesn’t claim that there is no agenda when it can’t be read', async () => {
  const api = await testApi()
  const restore = breakPath(api, '/api/agendas/')
  await renderRemote(remote, { path: '/meetings/2026/q/4?material=agenda', api })
  expect(await screen.findByText('Failed to load agenda. Please try again.')).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Material Not Found')).toBeTruthy()
})

it('shows an error when the agenda among the papers can’t be read', async () => {
  const api = await apiWithPapers()
  breakPath(api, '/api/agendas/')
  await renderRemote(remote, { path: '/meetings/2026/q/4?material=agenda', api })
  expect(await screen.findByText('Failed to load agenda. Please try again.')).toBeTruthy()
})

it('links an empty quarter to the nearest ones with materials', async () => {
  const api = await apiWithPapers()
  await mapSlot(api, 'meeting-2027-q3-consent-agenda', { documentId: 'budget' })
  await mapSlot(api, 'meeting-2028-q1-consent-agenda', { documentId: 'budget' })
  const { location } = await renderRemote(remote, { path: '/meetings/2027/q/1', api })
  await screen.findByText('No materials for Q1 2027 yet')
  const ways = screen.getAllByRole('link', { name: /^Open the materials of/ })
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'Open the materials of Q4 2026',
    'Open the materials of Q3 2027',
  ])
  await userEvent.click(ways[0]!)
  expect(location()).toBe('/meetings/2026/q/4')
})

describe('the pickers', () => {
  it('offers this year, the last one, and the address’s', async () => {
    await showPapers('/meetings/2019/q/2')
    const years = within(await screen.findByRole('combobox', { name: 'Year' }))
    const offered = years.getAllByRole('option').map((option) => option.textContent)
    expect(offered).toEqual([`${today.year}`, `${today.year - 1}`, '2019'])
  })

  it('offers every year with papers for the reader', async () => {
    const api = await apiWithPapers()
    const [ahead, ago, empty] = [today.year + 2, today.year - 5, today.year - 7]
    await mapSlot(api, `meeting-${ahead}-q1-consent-agenda`, { documentId: 'budget' })
    await mapSlot(api, `meeting-${ago}-q3-consent-agenda`, { documentId: 'budget' })
    await mapSlot(api, `meeting-${empty}-q1-consent-agenda`, { title: 'Only set up' })
    const { location } = await renderRemote(remote, { path: '/meetings', api })
    const offered = () =>
      screen.getAllByRole('option').map(({ textContent }) => Number(textContent))
    await expect.poll(offered).toEqual([ahead, today.year, today.year - 1, ago])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), String(ahead))
    await userEvent.click(screen.getByRole('radio', { name: 'Q1' }))
    expect(location()).toMatch(new RegExp(`^/meetings/${ahead}/q/1`))
    expect(await rows()).toHaveLength(1)
    expect(screen.queryByText(/past quarter/)).toBeNull()
  })

  it('opens another quarter, and announces it once, with the number of its materials', async () => {
    const { location } = await showPapers()
    const status = await screen.findByText(/Q4 2026.*: 3 materials$/)
    expect(status.closest('[role=status]')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Q2' }))
    expect(location()).toBe('/meetings/2026/q/2')
    expect(status.textContent).toMatch(/^Q2 2026.*: no materials$/)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025')
    expect(location()).toBe('/meetings/2025/q/2')
  })

  it('keeps a paper in the page on a phone, also in a year whose papers aren’t known yet, if it has the paper', async () => {
    resizeTo(390)
    const api = await apiWithPapers()
    for (const quarter of ['2026-q3', '2023-q4']) {
      await mapSlot(api, `meeting-${quarter}-budget-vs-actual`, { documentId: 'budget' })
    }
    await mapSlot(api, 'meeting-2022-q4-consent-agenda', { documentId: 'budget' })
    const { location } = await renderRemote(remote, { path: '/meetings/2026/q/4', api })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Apply' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Q3' }))
    expect(location()).toBe('/meetings/2026/q/3')
    await userEvent.click(screen.getByRole('radio', { name: 'Q4' }))
    await userEvent.click(screen.getByRole('link', { name: /Budget vs Actual/ }))
    await userEvent.click(screen.getByRole('radio', { name: 'Q3' }))
    expect(location()).toBe('/meetings/2026/q/3?material=budget-vs-actual')
    await userEvent.click(screen.getByRole('radio', { name: 'Q4' }))
    const year = screen.getByRole('combobox', { name: 'Year' })
    await screen.findByRole('option', { name: '2023' })
    await userEvent.selectOptions(year, '2023')
    await waitFor(() => expect(location()).toBe('/meetings/2023/q/4?material=budget-vs-actual'))
    await userEvent.selectOptions(year, '2022')
    await waitFor(() => expect(location()).toBe('/meetings/2022/q/4'))
  })

  it('shows a banner with a link back only for a past quarter', async () => {
    const past = quarterAfter(today, -1)
    const { location } = await renderRemote(remote, {
      path: `/meetings/${past.year}/q/${past.quarter}`,
    })
    const back = await screen.findByRole('link', { name: 'Return to current quarter' })
    expect(back.closest('.warn')).toBeTruthy()
    await userEvent.click(back)
    expect(location()).toBe(current)
    expect(screen.queryByText(/past quarter/)).toBeNull()
  })
})

it('opens a paper on a phone, returns to the list when it is closed, and keeps the next one in the page at the applied height', async () => {
  resizeTo(390)
  const { location } = await showPapers()
  await screen.findByRole('heading', { name: 'Available Materials' })
  await userEvent.click(screen.getByRole('link', { name: /Agenda/ }))
  await screen.findByRole('heading', { level: 1, name: 'Agenda' })
  await userEvent.click(screen.getByRole('link', { name: 'Back to Q4 2026' }))
  expect(location()).toBe('/meetings/2026/q/4')
  const height = await screen.findByRole('combobox', { name: 'Viewer height' })
  expect(height).toHaveProperty('value', '75')
  const offered = within(height).getAllByRole('option')
  expect(offered.map((option) => parseInt(option.textContent))).toEqual([60, 70, 75, 80, 90])
  await userEvent.selectOptions(height, '60')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Apply' }))
  cleanup()
  await showPapers('/meetings/2026/q/4?material=budget-vs-actual')
  const paper = await screen.findByRole('region', { name: 'Budget vs Actual' })
  expect(paper.querySelector<HTMLElement>('[style]')?.style.blockSize).toBe('60vh')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'All materials (3)' })).toBeTruthy()
})

it('shows an error when the materials can’t be read, and recovers by Try Again', async () => {
  const api = await apiWithPapers()
  const restore = breakPath(api, '/api/resource-mappings')
  await renderRemote(remote, { path: '/meetings/2026/q/4', api })
  expect(await screen.findByText('Failed to load meeting materials')).toBeTruthy()
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Available Materials' })).toBeTruthy()
})

describe('an admin who views as a member', () => {
  const path = '/meetings/2026/q/4'
  const shown = async (memberView: MemberView) => {
    const api = await apiWithPapers()
    const draft = { documentId: 'budget', active: false }
    await mapSlot(api, 'meeting-2026-q4-consent-agenda', draft)
    await renderRemote(remote, { path, api, as: 'admin', memberView })
    // The agenda’s row may load after the papers’.
    await expect.poll(async () => (await rows()).length).toBe(memberView === 'member' ? 3 : 4)
    return (await rows()).map((row) => row.textContent?.replace(/(PDF|Agenda|Web).*/, ''))
  }

  it('sees drafts in their places, marked as drafts', async () => {
    const names = await shown('member-drafts')
    expect(names[1]).toMatch(/^2?Draft: Consent/)
  })

  it('sees only what members see, without the admin’s links, and that what was read belongs to each', async () => {
    expect((await shown('member')).join()).not.toMatch(/Draft|Consent/)
    expect(screen.queryByRole('link', { name: /edit|preview/i })).toBeNull()
    expect(screen.getByText('Each member sees here how much they have read.')).toBeTruthy()
  })
})

describe('what the reader has read', () => {
  it('marks the open paper as read and unread, and counts what is left', async () => {
    await showPapers('/meetings/2026/q/4?material=budget-vs-actual')
    expect(await screen.findByText('0 of 1 read')).toBeDefined()
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }))
    const unread = await screen.findByRole('button', { name: 'Mark as unread' })
    const [, budget] = await rows()
    expect(budget?.textContent).toContain('Read')
    await userEvent.click(unread)
    expect(await screen.findByText('0 of 1 read')).toBeDefined()
  })

  it('says which papers the reader has begun', async () => {
    const api = await apiWithPapers()
    const papers = [{ documentId: 'budget', version: 1, pages: [{ page: 1, seconds: 30 }] }]
    await api.call('member')(reportReading, { body: { papers } })
    await renderRemote(remote, { path: '/meetings/2026/q/4', api })
    await waitFor(async () => expect((await rows())[1]?.textContent).toContain('Reading'))
  })

  it('shows the papers without their reading state if that can’t be loaded', async () => {
    const api = await apiWithPapers()
    breakPath(api, '/api/reading')
    await renderRemote(remote, { path: '/meetings/2026/q/4?material=budget-vs-actual', api })
    expect((await rows()).length).toBe(3)
    expect(screen.queryByText(/ read$/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
  })

  it('disappears while the reader has switched it off', async () => {
    const api = await apiWithPapers()
    await api.call('member')(setReading, { body: { isOn: false } })
    await renderRemote(remote, { path: '/meetings/2026/q/4?material=budget-vs-actual', api })
    expect((await rows()).length).toBe(3)
    await waitFor(() => expect(screen.queryByText(/ read$/)).toBeNull())
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
  })
})

it('says which version is open, and which can only be downloaded or doesn’t exist', async () => {
  const api = await apiWithPapers()
  const { store } = api.ports
  const { id: _, revision, updatedAt: __, ...body } = (await store.get('documents', 'budget'))!
  await store.update('documents', 'budget', { ...body, version: 3 }, revision)
  await api.putVersion('budget', 1, { condition: 'portfolio' })
  const path = '/meetings/2026/q/4?material=budget-vs-actual'
  const { location, go } = await renderRemote(remote, { path: `${path}&version=2`, api })
  expect(await screen.findByText('You are reading version 2 of 3.')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Open the newest version' }))
  expect(location()).toBe(path)
  expect(screen.queryByText(/^You are reading version/)).toBeNull()
  await go(`${path}&version=1`)
  expect(await screen.findByText(/^This is a portfolio:/)).toBeDefined()
  await go(`${path}&version=99`)
  expect(await screen.findByText('This paper has no version 99.')).toBeDefined()
})
