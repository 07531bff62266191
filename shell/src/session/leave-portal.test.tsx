import { type Call, createCall } from '@portal/remote-kit/client'
import { getNotes, saveNotes } from '@portal/contract/notes'
import { memoryApi } from '@portal/remote-kit/memory-api'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leavePortal, useLeaving } from './leave-portal.ts'

const uid = 'maria'
const documentId = 'budget'

beforeEach(() => localStorage.clear())
afterEach(() => useLeaving.setState({ open: undefined }))

/** Leaves a note on the device, like a page that was closed before the note was saved. */
function leaveNote(text: string, selectors: object[] = []): void {
  const id = crypto.randomUUID()
  const page = {
    type: 'FragmentSelector',
    conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
    value: 'page=1',
  }
  const target = { version: 1, selector: [page, ...selectors] }
  const note = { id, createdAt: '2026-11-03T08:00:00Z', color: 'yellow', text, target }
  const edit = { documentId, version: 1, note, erasures: 0 }
  localStorage.setItem(`unsaved-notes-${uid}`, 'true')
  localStorage.setItem(`unsaved-notes-${uid}-${id}`, JSON.stringify(edit))
}

function Question() {
  const open = useLeaving((state) => state.open)
  return open && <open.Dialog work={open.work} onSettled={open.settle} />
}

async function reader() {
  const api = await memoryApi()
  await api.putPaper(documentId, { pages: 3 })
  return api.call('member')
}

/** An API that can't be reached. */
const unreachable: Call = createCall({
  token: async () => undefined,
  fetch: async () => {
    throw new TypeError('Failed to fetch')
  },
})

function leave(call: Call | undefined) {
  const signOut = vi.fn(async () => {})
  render(<Question />)
  const leaving = leavePortal({ uid, call, signOut })
  return { signOut, leaving, user: userEvent.setup() }
}

it('signs out at once if nothing is left on the device', async () => {
  localStorage.setItem('portal.viewer-height', '80')
  localStorage.setItem(`unsaved-notes-${uid}`, 'true')
  const { signOut, leaving } = leave(unreachable)
  await leaving
  expect(signOut).toHaveBeenCalledOnce()
})

it('saves the notes that an earlier page has left, and then signs out', async () => {
  const call = await reader()
  leaveNote('Ask Hana.')
  const { signOut, leaving } = leave(call)
  await leaving
  expect(signOut).toHaveBeenCalledOnce()
  const { notes } = await call(getNotes, { params: { id: documentId } })
  expect(notes.map(({ note }) => note.text)).toEqual(['Ask Hana.'])
})

it('names what isn’t saved, and keeps it if the reader stays', async () => {
  leaveNote('Ask Hana about the surplus.')
  leaveNote('', [{ type: 'TextQuoteSelector', exact: 'a one-time gift', prefix: '', suffix: '' }])
  const draft = { edit: {}, at: 1, title: 'The agenda “Winter meeting”' }
  localStorage.setItem(`agendaDraft-2026-Q4-${uid}`, JSON.stringify(draft))
  const { signOut, leaving, user } = leave(unreachable)
  const question = await screen.findByRole('alertdialog', { name: 'Sign out without saving?' })
  const lines = within(question).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent).toSorted()).toEqual([
    'A note on “a one-time gift”',
    'A note: “Ask Hana about the surplus.”',
    'The agenda “Winter meeting”',
  ])
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await leaving
  expect(signOut).not.toHaveBeenCalled()
  expect(Object.keys(localStorage)).toHaveLength(4)
})

it('names a note that the API refuses, and signs out if the reader agrees', async () => {
  const call = await reader()
  const refusing = (async (...input: Parameters<Call>) => {
    if (input[0] === saveNotes) {
      const refusal = { name: 'ApiError', code: 'contention', status: 503, isProblem: true }
      throw Object.assign(new Error('Too much is being saved.'), refusal)
    }
    return call(...input)
  }) as Call
  leaveNote('Ask Hana.')
  const { signOut, leaving, user } = leave(refusing)
  const question = await screen.findByRole('alertdialog')
  expect(within(question).getByText('A note: “Ask Hana.”')).toBeDefined()
  await user.click(within(question).getByRole('button', { name: 'Sign out without saving' }))
  await leaving
  expect(signOut).toHaveBeenCalledOnce()
})

it('asks nobody to sign in again in order to sign out', async () => {
  leaveNote('Ask Hana.')
  const { leaving, user } = leave(undefined)
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Sign out without saving' }))
  await leaving
})

it('doesn’t name another reader’s work', async () => {
  leaveNote('Ask Hana.')
  const signOut = vi.fn(async () => {})
  await leavePortal({ uid: 'wei', call: undefined, signOut })
  expect(signOut).toHaveBeenCalledOnce()
})
