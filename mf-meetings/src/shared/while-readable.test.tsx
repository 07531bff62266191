import { testApi, type TestApi } from '@portal/api/testing'
import { saveBodyAccess } from '@portal/contract/body-access'
import { addTerms, listTerms, saveTerm } from '@portal/contract/bodies'
import { unmapSlot } from '@portal/contract/mappings'
import { keepDocument, mapSlot, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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

/** Gives the reader an office on the board. */
async function inOffice(from: string) {
  const call = api.call('admin')
  const { person } = (await call(listTerms)).terms[0]!
  await call(addTerms, {
    body: { terms: [{ person, body: 'board', office: 'member', voting: true, from }] },
  })
}

/** The term of the reader was over yesterday. */
async function endTerm(of = 'finance') {
  const call = api.call('admin')
  const { terms } = await call(listTerms)
  const { id, revision, office, voting, from } = terms.find(({ body }) => body === of)!
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
  ['the board book', `/meetings/book/${financeMeeting}`, /Board book/],
])('says so on %s when the reader returns to the tab', async (_name, address, title) => {
  await open(address)
  await heading(title)
  await endTerm()
  vi.setSystemTime('2026-11-20T18:01:00Z')
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await expectRefused()
})

describe('a quarter of a board that is open to those in office', () => {
  beforeEach(async () => {
    await inOffice('2024-01-01')
    await mapSlot(api, 'meeting-2026-q4-additional-material-1', {
      documentId: 'letter',
      title: 'The letter',
    })
    await mapSlot(api, 'meeting-2026-q4-additional-material-2', {
      documentId: 'audit',
      title: 'The audit',
    })
    const call = api.call('admin')
    const params = { id: 'board' }
    await call(saveBodyAccess, { params, body: { openTo: 'terms' }, revision: 'new' })
  })

  it('says that a reader can’t read the next paper any more', async () => {
    await open('/meetings/2026/q/4?material=additional-material-1')
    await heading('The letter')
    await screen.findByText('Document not found: letter')
    await endTerm('board')
    vi.setSystemTime('2026-11-20T18:01:00Z')
    await userEvent.click(screen.getByRole('link', { name: 'Next paper: The audit' }))
    await expectRefused()
  })

  it('still says that a paper isn’t shown if only that paper is hidden', async () => {
    await open('/meetings/2026/q/4?material=additional-material-1')
    await heading('The letter')
    for (const slot of ['additional-material-1', 'additional-material-2']) {
      const params = { id: `meeting-2026-q4-${slot}` }
      await api.call('admin')(unmapSlot, { params, revision: 1 })
    }
    await mapSlot(api, 'meeting-2026-q3-additional-material-1', { documentId: 'letter' })
    vi.setSystemTime('2026-11-20T18:01:00Z')
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await screen.findByText('Material Not Found')
  })

  it('tells a reader without an office whose papers they are', async () => {
    await endTerm('board')
    await open('/meetings/2026/q/4')
    await screen.findByText('You don’t see the board’s meetings at the moment')
    expect(screen.queryByText(/^No materials/)).toBeNull()
  })
})

it('says of a meeting that was never shown that there is no such page', async () => {
  await endTerm()
  await open(path)
  await heading('Page not found')
})
