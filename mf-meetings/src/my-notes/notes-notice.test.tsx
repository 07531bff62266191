import { testApi, type TestApi } from '@portal/api/testing'
import { saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import { getNotesPolicy, saveNotesPolicy } from '@portal/contract/notes-policy'
import { breakPath, keepDocument, mapSlot, renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import { resizeTo } from '../shared/meetings-fixture.ts'

let api: TestApi
const q4 = { year: 2026, quarter: 4 }
const materials = '/meetings/2026/q/4'
const notice = '2 notes of yours will be destroyed on 30 January.'

/** The quarter ends on 31 December, so 30 days after it its notes are destroyed: on 30 January 2027. */
beforeEach(async () => {
  localStorage.clear()
  resizeTo(1400)
  vi.setSystemTime('2026-12-01T18:00:00Z')
  api = await testApi()
  await keepDocument(api, 'budget', 3)
  await keepDocument(api, 'bylaws', 3)
  await mapSlot(api, 'meeting-2026-q4-budget-vs-actual', { documentId: 'budget' })
  await keepNote('budget', 1)
  await keepNote('budget', 2)
  await keepNote('bylaws', 3)
})

const page: NoteSelector = {
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: 'page=1',
}

async function keepNote(documentId: string, number: number) {
  const note = {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    createdAt: '2026-12-01T08:00:00Z',
    color: 'yellow' as const,
    text: `Note ${number}`,
    target: { version: 1, selector: [page] },
  }
  const body = { documentId, erasures: 0, notes: [note], removed: [] }
  await api.call('member')(saveNotes, { body })
}

type Hold = { quarter?: typeof q4; reason: string }
async function setRule(days: number | undefined, holds: Hold[] = []) {
  const { revision = 'new' } = await api.call('admin')(getNotesPolicy)
  const body = { ...(days === undefined ? {} : { days }), holds }
  await api.call('admin')(saveNotesPolicy, { body, revision })
}

const goTo = (day: string) => void vi.setSystemTime(`${day}T18:00:00Z`)
const show = (path = '/my-notes') => renderRemote(remote, { path, api })

describe('in My notes', () => {
  it('mentions no destruction without a rule', async () => {
    await show()
    expect(await screen.findByText('Note 1')).toBeTruthy()
    expect(screen.queryByText(/destroyed/)).toBeNull()
  })

  it('shows the rule and each note’s day long before', async () => {
    await setRule(30)
    await show()
    const kept = await screen.findByRole('region', { name: 'How long notes are kept' })
    expect(kept.textContent).toBe('Notes are destroyed 30 days after the meeting.')
    const budget = screen.getByRole('region', { name: 'Budget vs Actual' })
    expect(within(budget).getAllByText('Will be destroyed on 30 January 2027')).toHaveLength(2)
    const bylaws = screen.getByRole('region', { name: 'bylaws' })
    expect(within(bylaws).queryByText(/destroyed/)).toBeNull()
    expect(screen.queryByText(/of yours/)).toBeNull()
  })

  it('shows a week before how many are destroyed when, and how to keep a copy', async () => {
    await setRule(30)
    goTo('2027-01-23')
    await show()
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(screen.getByText(/save them as a file above/)).toBeTruthy()
  })

  it('shows holds with their reason, and no day on their notes', async () => {
    await setRule(30, [{ quarter: q4, reason: 'State inquiry' }])
    goTo('2027-01-23')
    await show()
    expect(await screen.findByText('Notes on papers of Q4 2026: State inquiry')).toBeTruthy()
    expect(await screen.findByText('Note 1')).toBeTruthy()
    expect(screen.queryByText(/will be destroyed/i)).toBeNull()
    const budget = screen.getByRole('region', { name: 'Budget vs Actual' })
    expect(within(budget).getAllByText('Kept: legal hold — State inquiry')).toHaveLength(2)
    const bylaws = screen.getByRole('region', { name: 'bylaws' })
    expect(within(bylaws).queryByText(/legal hold/)).toBeNull()
  })

  it('shows the notes when the rule can’t be loaded', async () => {
    breakPath(api, '/api/notes/policy')
    await show()
    expect(await screen.findByText('Failed to load how long notes are kept')).toBeTruthy()
    expect(screen.getByText('Note 1')).toBeTruthy()
  })
})

describe('the notice before notes are destroyed', () => {
  it('shows the notice above the quarter’s materials, with a link to My notes', async () => {
    await setRule(30)
    goTo('2027-01-23')
    const { location } = await show(materials)
    expect(await screen.findByText(notice)).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Go to My notes' }))
    await waitFor(() => expect(location()).toBe('/my-notes'))
  })

  it('counts only the notes on the shown quarter’s papers', async () => {
    await keepDocument(api, 'minutes', 3)
    await mapSlot(api, 'meeting-2026-q3-additional-material-1', { documentId: 'minutes' })
    await keepNote('minutes', 4)
    goTo('2027-01-23')
    await setRule(30)
    await show('/meetings/2026/q/3')
    expect(await screen.findByText('1 note of yours will be destroyed on 30 January.')).toBeTruthy()
  })
})
