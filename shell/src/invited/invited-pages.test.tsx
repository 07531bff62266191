import type { OwnMeeting } from '@portal/contract/own-meetings'
import type { Person } from '@portal/contract/portal'
import { PortalContext } from '@portal/remote-kit/portal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { noAccount, portalOf } from '../frame/portal-fixture.ts'
import { HostContext } from '../host.ts'
import type { RemoteLoader } from '../load-remote.ts'
import { createPortalRouter } from '../routes.tsx'
import { AssistantNotice } from './assistant-notice.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const audit = {
  id: 'audit',
  title: 'Audit',
  time: '10:20',
  duration: 30,
  speaker: 'Sam Guest',
  papers: [{ id: 'report', name: 'Audit Report', pages: '3–5' }],
}
const winter: OwnMeeting = {
  id: '2026-Q4',
  body: 'Board',
  title: 'Winter Meeting',
  date: '2026-12-10',
  time: '10:00',
  endTime: '12:00',
  joinUrl: 'https://meet.example/larkspur',
  until: '2026-12-11',
  items: [audit],
  papers: [],
}
const finance = { ...winter, id: '2026-11-12-finance', title: 'Finance', body: 'Finance' }

/** A guest may ask about the item. */
const questions = { questions: [], flags: [], mayAsk: ['audit'], mayFlag: [], presenters: {} }

/** The pages of somebody who isn't a member, at an address. */
function open(meetings: OwnMeeting[], path = '/', person: Partial<Person> = { kind: 'guest' }) {
  history.replaceState(null, '', path)
  const feed = { meetingsBy: 'feed', sendsInvitations: person.kind === 'guest' }
  const address = { path: `/api/feeds/${'a'.repeat(43)}.ics`, createdAt: '2026-12-01T10:00:00Z' }
  const call = vi.fn(async () => ({ meetings, replies: [], ...questions, ...feed, ...address }))
  const reply = portalOf({ displayName: 'Sam Guest', ...person })
  const composition = { id: 'none', remotes: [] }
  const portal = { ...reply, call: call as never, toast: vi.fn(), report: vi.fn() }
  const loader = {} as RemoteLoader
  const host = { composition, loader, reference: '1', signOut: vi.fn(), ...noAccount }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PortalContext value={portal}>
        <HostContext value={host}>
          <RouterProvider router={createPortalRouter(composition, loader, reply.person)} />
        </HostContext>
      </PortalContext>
    </QueryClientProvider>,
  )
  return { call }
}

it('leads a guest to their items, with the meeting’s date, the way to join it and the papers', async () => {
  open([winter])
  expect(await screen.findByRole('heading', { name: 'Winter Meeting' })).toBeTruthy()
  expect(screen.getByText(/Thursday 10 December/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /Join Meeting/ }).getAttribute('href')).toBe(
    'https://meet.example/larkspur',
  )
  const [item] = screen.getAllByRole('listitem').filter((each) => within(each).queryByText('Audit'))
  expect(within(item!).getByText('10:20 AM')).toBeTruthy()
  const paper = within(item!).getByRole('link', { name: /Audit Report/ })
  expect(paper.getAttribute('href')).toBe('/meetings/2026/q/4/papers/report')
  expect(screen.getByText('You can read this until the end of 11 December 2026.')).toBeTruthy()
})

it('takes a guest’s question about their item', async () => {
  const { call } = open([winter])
  await userEvent.click(await screen.findByRole('button', { name: 'Ask a question about Audit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask a question' }))
  await userEvent.type(dialog.getByLabelText('Your question'), 'Whose figures?')
  await userEvent.click(dialog.getByRole('button', { name: 'Send the question' }))
  await waitFor(() => {
    const body = expect.objectContaining({ item: 'audit', text: 'Whose figures?' }) as unknown
    const params = { meeting: '2026-Q4' }
    expect(call).toHaveBeenCalledWith(expect.anything(), { params, body })
  })
})

it('has no search and no other page of the portal', async () => {
  open([winter], '/governance')
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /search/i })).toBeNull()
})

it('lists several meetings, each with its own page at the address that it has for members', async () => {
  open([finance, winter])
  const link = await screen.findByRole('link', { name: 'Finance' })
  expect(screen.getAllByText('Finance')).toEqual([link])
  expect(screen.getByText('Board')).toBeTruthy()
  expect(link.getAttribute('href')).toBe('/meetings/2026-11-12-finance')
  cleanup()
  open([finance, winter], '/meetings/2026-11-12-finance')
  expect(await screen.findByRole('heading', { level: 1, name: 'Finance' })).toBeTruthy()
  cleanup()
  open([finance], '/meetings/2026/q/4')
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy()
})

it('has a page with the reader’s calendar feed, and with a guest’s choice of invitations', async () => {
  open([winter])
  await userEvent.click(await screen.findByRole('link', { name: 'Your calendar' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your calendar' })).toBeTruthy()
  expect(await screen.findByRole('radio', { name: 'Invitations by e-mail' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New address' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Make a new address' }))
  const programs = await screen.findAllByRole('link', { name: /Apple|Google|Outlook/ })
  expect(programs).toHaveLength(4)
  cleanup()
  // Nobody invites an assistant.
  open([winter], '/calendar/yours', { kind: 'assistant', assists: 'Maria Lopez' })
  expect(await screen.findByRole('heading', { name: 'Your calendar feed' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Invitations by e-mail' })).toBeNull()
})

it('tells a guest whose invitation has ended what to do', async () => {
  open([])
  expect(await screen.findByText('You have no invitation now')).toBeTruthy()
})

it('shows a video in the place of a paper, and a menu that leads to the meetings', async () => {
  const video = {
    id: 'meeting-2026-q4-video',
    name: 'Site visit',
    url: 'https://elsewhere.example/v',
  }
  const seen = { ...winter, items: [{ ...audit, embeds: [video] }] }
  open([seen])
  const link = await screen.findByRole('link', { name: /Site visit/ })
  const path = link.getAttribute('href')!
  expect(screen.getByRole('link', { name: 'Your meetings' }).getAttribute('href')).toBe('/')
  cleanup()
  open([seen], path)
  expect(await screen.findByText(/This page is on another site, elsewhere.example/)).toBeTruthy()
})

it('says for whom an assistant reads, in a landmark of its own', () => {
  const person = { kind: 'assistant', displayName: 'Ann Aide', assists: 'Maria Lopez' } as const
  const host = { call: vi.fn(), toast: vi.fn(), report: vi.fn() }
  render(
    <PortalContext value={{ ...portalOf(person), ...host }}>
      <AssistantNotice />
    </PortalContext>,
  )
  const notice = screen.getByRole('complementary', { name: 'For whom you read' })
  expect(notice.textContent).toContain('You are signed in as Ann Aide for Maria Lopez.')
})
