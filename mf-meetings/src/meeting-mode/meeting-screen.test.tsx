import { testApi, type TestApi } from '@portal/api/testing'
import { saveAgenda } from '@portal/contract/agendas'
import type { CalendarEvent } from '@portal/contract/calendar'
import { askQuestion, flagItem } from '@portal/contract/questions'
import { type SavedNote, saveNotes } from '@portal/contract/notes'
import { keepDocument, mapSlot, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meetingsPaths } from '../meetings-paths.ts'
import remote from '../remote.ts'
import { calendarOf, keepAgenda, leadToAgenda } from '../shared/meetings-fixture.ts'

const quarter = { year: 2026, quarter: 4 }
const path = meetingsPaths.now(quarter)

const items = [
  { id: 'welcome', title: 'Welcome', duration: 10, speaker: 'Maria Lopez' },
  {
    id: 'money',
    title: 'Money',
    duration: 30,
    speaker: 'James Okafor',
    description: 'Nine months.',
    papers: [
      { materialType: 'budget-update', pages: '3–5, 9' },
      { materialType: 'budget-vs-actual' },
      { materialType: 'asset-summary' },
    ],
  },
  {
    id: 'model',
    title: 'Spend-down',
    duration: 20,
    papers: [{ materialType: 'spend-down-model' }],
  },
  { id: 'close', title: '', duration: 5 },
]

/** Sets the clock to a time of the meeting's day in Los Angeles. */
function setClock(clock: string, day = '2026-12-10') {
  vi.setSystemTime(new Date(`${day}T${clock}-08:00`))
}

/** Moves the clock while the page is open, and lets the page notice. */
function passTo(clock: string) {
  setClock(clock)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

/** Five papers, four of them on the agenda; one of those is inactive. */
async function apiOfMeeting(fields: Record<string, unknown> = {}) {
  const api = await testApi()
  await keepAgenda(api, { items, ...fields })
  await leadToAgenda(api)
  await keepPapers(api)
  return api
}

async function keepPapers(api: TestApi) {
  for (const type of ['budget-vs-actual', 'budget-update', 'spend-down-model', 'consent-agenda']) {
    await keepDocument(api, type, 12)
    await mapSlot(api, `meeting-2026-q4-${type}`, { documentId: type })
  }
  await mapSlot(api, 'meeting-2026-q4-asset-summary', {
    documentId: 'budget-update',
    active: false,
  })
}

async function show(address = path, api?: TestApi) {
  return renderRemote(remote, { path: address, api: api ?? (await apiOfMeeting()) })
}

const shownItem = () => screen.findByRole('heading', { level: 2, name: /\d/ })
const agenda = () => within(screen.getByRole('complementary', { name: 'Agenda' }))
const rows = () => within(agenda().getAllByRole('list')[0]!).getAllByRole('link')
const papers = () => within(screen.getByRole('navigation', { name: 'Papers of this item' }))
const openPapers = async () => userEvent.click(papers().getByRole('button'))
async function choose(name: string | RegExp) {
  await openPapers()
  await userEvent.click(papers().getByRole('link', { name }))
}
/** What is current, while another item is shown. */
const findNow = (text: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
  setClock('09:22')
})
afterEach(() => {
  // Unmounts before the clock is set back, which would move an open page to another day.
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('while the meeting is running', () => {
  it('shows the current item with its speaker, its open paper and the time left', async () => {
    await show()
    expect((await shownItem()).textContent).toBe('2. Money')
    expect(screen.getByText('9:10 AM · 30 min · James Okafor')).toBeTruthy()
    expect(screen.getByText('18 minutes left')).toBeTruthy()
    expect(screen.getByText('9:22 AM PT')).toBeTruthy()
    const bar = screen.getByRole('progressbar', { name: 'Time used' })
    // The clock runs on while the screen renders.
    expect((bar as HTMLProgressElement).value).toBeCloseTo(0.4, 1)
    expect(await screen.findByRole('region', { name: 'budget-update.pdf' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Q4 2026 Board Meeting' })).toBeTruthy()
  })

  it('says which of the item’s papers is open, and offers the others, the notes and the item', async () => {
    await show()
    await shownItem()
    const button = papers().getByRole('button', { name: /^Budget Update.*pages 3–5, 9.*1 of 2/ })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(papers().queryByRole('link')).toBeNull()
    await userEvent.click(button)
    const choices = papers().getAllByRole('link')
    expect(choices.map(({ textContent }) => textContent?.trim())).toEqual([
      'Budget Update, pages 3–5, 9',
      'Budget vs Actual',
      'My notes',
      'About this item',
    ])
    expect(document.activeElement).toBe(choices[0])
    await userEvent.keyboard('{Escape}')
    expect(papers().queryByRole('link')).toBeNull()
    expect(document.activeElement).toBe(button)
    await userEvent.click(button)
    await userEvent.click(screen.getByRole('button', { name: /^Next item/ }))
    expect(papers().queryByRole('link')).toBeNull()
  })

  it('folds what an item is about while a paper is open, until the reader asks for it', async () => {
    await show()
    await shownItem()
    expect(screen.queryByText('Nine months.')).toBeNull()
    await choose('About this item')
    expect(screen.getByText('Nine months.')).toBeTruthy()
    expect((await shownItem()).textContent).toBe('2. Money')
    expect(screen.getByText('18 minutes left')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'budget-update.pdf' })).toBeNull()
    await choose(/^Budget Update/)
    expect(await screen.findByRole('region', { name: 'budget-update.pdf' })).toBeTruthy()
    expect(screen.queryByText('Nine months.')).toBeNull()
  })

  it('marks what is open at its item for the chair and staff, and lists it next to a paper', async () => {
    const api = await apiOfMeeting({
      items: items.map((item) => (item.id === 'model' ? { ...item, type: 'consent' } : item)),
    })
    const ask = { id: crypto.randomUUID(), item: 'money', text: 'Why?', audience: 'item' } as const
    await api.call('staff')(askQuestion, { params: quarter, body: ask })
    const flag = { item: 'model', flagged: true }
    await api.call('staff')(flagItem, { params: quarter, body: flag })
    await renderRemote(remote, { path, api, as: 'admin' })
    await shownItem()
    const inRow = (index: number) => within(rows()[index]!)
    expect(await inRow(1).findByText('1 open question')).toBeTruthy()
    expect(inRow(2).getByText('For discussion')).toBeTruthy()
    expect(inRow(0).queryByText(/open question|For discussion/)).toBeNull()
    // In the bar above the open paper, too.
    const bar = (await shownItem()).parentElement!
    expect(within(bar).getByText('1 open question')).toBeTruthy()
    expect(agenda().getByText(/1 open question, 1 item flagged for discussion/)).toBeTruthy()
    cleanup()
    await show(path, api)
    await shownItem()
    expect(screen.queryByText(/open question/)).toBeNull()
  })

  it('opens the portal’s search from its own bar', async () => {
    await show()
    expect(await screen.findByRole('button', { name: 'Search the portal' })).toBeTruthy()
  })

  it('lists the agenda with its times, marks the current item, and lists the other papers', async () => {
    await show()
    await shownItem()
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      '9:00 AM1. Welcome10 min',
      '9:10 AM2. Money30 minNow',
      '9:40 AM3. Spend-down20 min',
      '10:00 AMItem 45 min',
    ])
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual([
      null,
      'true',
      null,
      null,
    ])
    expect(agenda().getByRole('link', { name: 'Consent Agenda' })).toBeTruthy()
    expect(agenda().queryByRole('link', { name: 'Asset Summary' })).toBeNull()
  })

  it('counts the minutes down and past the end without announcing them', async () => {
    await show()
    await screen.findByText('18 minutes left')
    passTo('09:39:30')
    const left = await screen.findByText('1 minute left')
    expect(left.closest('[aria-live], [role=status], output')).toBeNull()
    passTo('10:08')
    expect(await screen.findByText('3 minutes over')).toBeTruthy()
  })

  it('moves to the next item when it begins, and announces that', async () => {
    await show()
    await shownItem()
    passTo('09:40')
    expect((await shownItem()).textContent).toBe('3. Spend-down')
    expect(await screen.findByRole('region', { name: 'spend-down-model.pdf' })).toBeTruthy()
    const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    await waitFor(() => expect(announced()).toContain('Now: 3. Spend-down'))
  })

  it('keeps the item that the reader has chosen until they go back to now', async () => {
    const { location } = await show()
    await shownItem()
    await userEvent.click(rows()[0]!)
    expect((await shownItem()).textContent).toBe('1. Welcome')
    expect(screen.getByText('Now: Money · 18 minutes left')).toBeTruthy()
    expect(screen.getByText('This item has no papers.')).toBeTruthy()
    passTo('09:41')
    expect(await screen.findByText('Now: Spend-down · 19 minutes left')).toBeTruthy()
    expect((await shownItem()).textContent).toBe('1. Welcome')
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }))
    expect((await shownItem()).textContent).toBe('3. Spend-down')
    expect(location()).toBe(path)
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  })

  it('goes to the previous and next item by buttons or U and I, and back to now by A', async () => {
    await show()
    await shownItem()
    await userEvent.keyboard('i')
    expect((await shownItem()).textContent).toBe('3. Spend-down')
    await userEvent.click(screen.getByRole('button', { name: 'Next item: Item 4' }))
    expect(await screen.findByText('4 of 4')).toBeTruthy()
    await userEvent.keyboard('i')
    expect(screen.getByText('4 of 4')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Next item/ })).toBeNull()
    await userEvent.keyboard('u')
    expect((await shownItem()).textContent).toBe('3. Spend-down')
    await userEvent.keyboard('a')
    expect((await shownItem()).textContent).toBe('2. Money')
  })

  it('keeps the paper that the reader has begun to read when the next item begins', async () => {
    await show()
    const paper = await screen.findByRole('region', { name: 'budget-update.pdf' })
    fireEvent.wheel(paper)
    passTo('09:40')
    expect(await findNow('Now: Spend-down · 20 minutes left')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'budget-update.pdf' })).toBeTruthy()
    await userEvent.keyboard('a')
    expect((await shownItem()).textContent).toBe('3. Spend-down')
  })

  it('opens the item’s other papers, and papers without an item, on the same screen', async () => {
    await show()
    await shownItem()
    await choose('Budget vs Actual')
    expect(await screen.findByRole('region', { name: 'budget-vs-actual.pdf' })).toBeTruthy()
    await userEvent.click(agenda().getByRole('link', { name: 'Consent Agenda' }))
    expect(await screen.findByRole('region', { name: 'consent-agenda.pdf' })).toBeTruthy()
    expect((await shownItem()).textContent).toBe('2. Money')
    expect(papers().getByRole('button', { name: /^Consent Agenda.*3 of 3/ })).toBeTruthy()
  })

  it('marks completed items, and moves on to the next one', async () => {
    const api = await apiOfMeeting({
      items: items.map((item) => ({ ...item, completed: item.id === 'money' })),
    })
    await show(path, api)
    expect((await shownItem()).textContent).toBe('3. Spend-down')
    expect(rows()[1]!.textContent).toBe('9:10 AM2. Money30 min Completed')
  })

  it('shows an admin’s changes without a reload', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    setClock('09:22')
    const api = await apiOfMeeting()
    await show(path, api)
    await shownItem()
    const changed = items.map((item) => (item.id === 'money' ? { ...item, duration: 40 } : item))
    await api.call('admin')(saveAgenda, {
      params: quarter,
      body: { items: changed },
      revision: 1,
    })
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(await screen.findByText('28 minutes left')).toBeTruthy()
  })
})

describe('my notes on the item’s papers', () => {
  async function keepNote(api: TestApi, page: number, text: string) {
    const note: SavedNote = {
      id: crypto.randomUUID(),
      createdAt: '2026-11-03T08:00:00Z',
      color: 'green',
      text,
      target: {
        version: 1,
        selector: [
          {
            type: 'FragmentSelector',
            conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
            value: `page=${page}`,
          },
        ],
      },
    }
    await api.call('member')(saveNotes, {
      body: { documentId: 'budget-update', erasures: 0, notes: [note], removed: [] },
    })
  }

  it('lists them by paper, and opens each at its page on the same screen', async () => {
    const api = await apiOfMeeting()
    await keepNote(api, 7, 'Ask about the reserve')
    const { location } = await show(path, api)
    await shownItem()
    await choose('My notes')
    const update = await screen.findByRole('region', { name: 'Budget Update' })
    const open = await within(update).findByRole('link', { name: /Page 7 · Green.*the reserve/ })
    const actual = screen.getByRole('region', { name: 'Budget vs Actual' })
    expect(await within(actual).findByText(/^No notes yet/)).toBeTruthy()
    await userEvent.click(open)
    expect(await screen.findByRole('region', { name: 'budget-update.pdf' })).toBeTruthy()
    expect(location()).toBe(`${path}?item=money&show=budget-update&page=7`)
  })

  it('offers none to an admin who views the portal as a member', async () => {
    const api = await apiOfMeeting()
    await renderRemote(remote, { path, api, as: 'admin', memberView: 'member' })
    await shownItem()
    await openPapers()
    expect(papers().queryByRole('link', { name: 'My notes' })).toBeNull()
    cleanup()
    await renderRemote(remote, {
      path: `${path}?show=notes`,
      api,
      as: 'admin',
      memberView: 'member',
    })
    expect(await screen.findByRole('region', { name: 'budget-update.pdf' })).toBeTruthy()
  })
})

describe('before and after the meeting', () => {
  it.each([
    ['08:35', '2026-12-10', 'The meeting starts in 25 minutes:'],
    ['09:22', '2026-12-09', 'The meeting starts tomorrow:'],
    ['09:22', '2026-12-01', 'The meeting starts in 9 days:'],
    ['14:00', '2026-12-10', 'The meeting is over:'],
    ['09:22', '2026-12-20', 'The meeting is over:'],
  ])('says at %s on %s “%s”, with the agenda from its first item', async (clock, day, text) => {
    setClock(clock, day)
    await show()
    const sentence = await screen.findByText(text)
    expect(sentence.parentElement!.textContent).toMatch(
      /: Thursday 10 December\s· 9:00 AM – 12:00 PM PT/,
    )
    expect((await shownItem()).textContent).toBe('1. Welcome')
    expect(screen.queryByText('Now')).toBeNull()
    expect(screen.queryByRole('progressbar')).toBeNull()
    await userEvent.click(rows()[1]!)
    expect(await screen.findByRole('region', { name: 'budget-update.pdf' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  })

  it.each([
    ['08:35', '2026-12-10', 'Starts in 25 min', '9:00 AM'],
    ['09:22', '2026-12-09', 'Starts tomorrow', 'Thu 10 December'],
    ['14:00', '2026-12-10', 'The meeting is over', 'Thu 10 December'],
  ])('at %s on %s it says “%s” above an open paper', async (clock, day, state, when) => {
    setClock(clock, day)
    await show(`${path}?item=money`)
    expect((await screen.findByText(state)).parentElement!.textContent).toBe(`${state} ${when}`)
  })

  it('says that an agenda without times can’t be followed, and shows it', async () => {
    await show(path, await apiOfMeeting({ time: 'in the morning' }))
    expect(await screen.findByText('This agenda has no times to follow:')).toBeTruthy()
    expect(rows()[1]!.textContent).toBe('TBD2. Money30 min')
  })
})

describe('a meeting without a native agenda', () => {
  const event: CalendarEvent = {
    id: 'board',
    summary: 'Q4 2026 Board Meeting',
    start: { dateTime: '2026-12-10T09:00:00-08:00' },
    end: { dateTime: '2026-12-10T12:00:00-08:00' },
    join_url: 'https://meet.example/board',
  }

  async function apiWithoutAgenda() {
    const api = await testApi({ ports: { calendar: calendarOf([event]) } })
    await keepPapers(api)
    return api
  }

  it('joins the meeting by video', async () => {
    await show(path, await apiWithoutAgenda())
    const join = await screen.findByRole('link', { name: /^Join Meeting/ })
    expect(join.getAttribute('href')).toBe('https://meet.example/board')
  })

  it('shows the agenda’s document, next to the quarter’s papers', async () => {
    const api = await apiWithoutAgenda()
    await keepDocument(api, 'agenda', 2)
    await mapSlot(api, 'meeting-2026-q4-agenda', { documentId: 'agenda' })
    await show(path, api)
    expect(await screen.findByRole('region', { name: 'agenda.pdf' })).toBeTruthy()
    const list = within(screen.getByRole('complementary', { name: 'Papers' }))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Agenda',
      'Consent Agenda',
      'Budget vs Actual',
      'Spend-Down Model',
      'Budget Update',
    ])
    await userEvent.click(list.getByRole('link', { name: 'Budget Update' }))
    expect(await screen.findByRole('region', { name: 'budget-update.pdf' })).toBeTruthy()
  })

  it('opens the portal’s search from its own bar', async () => {
    await show(path, await apiWithoutAgenda())
    expect(await screen.findByRole('button', { name: 'Search the portal' })).toBeTruthy()
  })

  it('says that there is no agenda and when the meeting is, and shows the papers', async () => {
    setClock('09:22', '2026-12-09')
    await show(path, await apiWithoutAgenda())
    expect(await screen.findByText('No agenda has been created for 2026 Q4.')).toBeTruthy()
    expect(await screen.findByText('The meeting starts tomorrow:')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Consent Agenda' })).toBeTruthy()
  })

  it('says that its agenda isn’t published yet', async () => {
    await show(path, await apiOfMeeting({ status: 'draft' }))
    expect(await screen.findByText('The agenda for 2026 Q4 is not published yet.')).toBeTruthy()
    expect(screen.queryByText('Money')).toBeNull()
  })
})

describe('the screen', () => {
  function stubWakeLock() {
    const locks: { release: () => Promise<void> }[] = []
    const released: unknown[] = []
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        wakeLock: {
          value: {
            request: async () => {
              const lock = { release: async () => void released.push(lock) }
              locks.push(lock)
              return lock
            },
          },
        },
      }),
    )
    return { locks, released }
  }

  it('stays awake while the meeting is running, until the reader leaves', async () => {
    const { locks, released } = stubWakeLock()
    const { go } = await show()
    await shownItem()
    await waitFor(() => expect(locks).toHaveLength(1))
    expect(released).toEqual([])
    await go('/meetings/2026/q/4/agenda')
    await screen.findByRole('heading', { level: 1, name: 'Q4 2026 Board Meeting' })
    await waitFor(() => expect(released).toEqual(locks))
  })

  it('may go to sleep before the meeting', async () => {
    setClock('08:00')
    const { locks } = stubWakeLock()
    await show()
    await shownItem()
    expect(locks).toEqual([])
  })
})

it('opens today’s quarter if the address names none', async () => {
  const { location } = await show('/meetings/now')
  expect((await shownItem()).textContent).toBe('2. Money')
  expect(location()).toBe(path)
})
