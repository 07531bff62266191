import { testApi, type TestApi } from '@portal/api/testing'
import { listTerms, saveTerm } from '@portal/contract/bodies'
import { keepDocument, mapSlot, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import remote from '../remote.ts'
import { financeMeeting, keepCommittee, keepMeeting } from './committee-fixture.ts'
import { resizeTo } from './meetings-fixture.ts'

const path = `/meetings/${financeMeeting}`

let api: TestApi
beforeEach(async () => {
  vi.setSystemTime('2026-11-20T18:00:00Z')
  localStorage.clear()
  withoutFiles()
  resizeTo(1400)
  api = await testApi()
  await keepCommittee(api)
  await keepMeeting(api)
  for (const [index, id] of ['letter', 'audit'].entries()) {
    await keepDocument(api, id, 3)
    const place = { documentId: id, title: `The ${id}`, order: index + 1 }
    await mapSlot(api, `meeting-${financeMeeting}--k${index + 1}`, place)
  }
})

const open = (address: string) => renderRemote(remote, { path: address, api, as: 'staff' })
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

/** The term of the reader was over yesterday. */
async function endTerm() {
  const call = api.call('admin')
  const { terms } = await call(listTerms)
  const { id, revision, office, voting, from } = terms[0]!
  const body = { office, voting, from, to: '2026-11-19' }
  await call(saveTerm, { params: { id }, body, revision })
}

const expectRefused = async () => {
  await heading('You can’t read this meeting any more')
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'My notes' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  expect(screen.queryByText(/^Reference/)).toBeNull()
}

it('says plainly that a reader can’t read the next paper of a meeting any more', async () => {
  await open(`${path}?material=k1`)
  await heading('The letter')
  // The file is missing, and the meeting isn’t.
  await screen.findByText('Document not found: letter')
  await heading('The letter')
  await endTerm()
  await userEvent.click(screen.getByRole('link', { name: 'Next paper: The audit' }))
  await expectRefused()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

it.each([
  ['the papers', path, /Finance Committee/],
  ['the agenda', `${path}/agenda`, /Finance Committee/],
  ['meeting mode', `/meetings/now/${financeMeeting}`, /Finance Committee/],
  ['the board book', `/meetings/book/${financeMeeting}`, /board book/],
])('says so on %s when the reader returns to the tab', async (_name, address, title) => {
  await open(address)
  await heading(title)
  await endTerm()
  vi.setSystemTime('2026-11-20T18:01:00Z')
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await expectRefused()
})

it('says of a meeting that was never shown that there is no such page', async () => {
  await endTerm()
  await open(path)
  await heading('Page not found')
})
