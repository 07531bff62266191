import { testApi } from '@portal/api/testing'
import { addTerms } from '@portal/contract/bodies'
import { linkAccount } from '@portal/contract/directory'
import { getMeetingNotices } from '@portal/contract/notices'
import { listOwnReplies } from '@portal/contract/replies'
import { breakPath, renderRemote, renderSlot, withoutFiles } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import remote from '../../remote.ts'
import { keepAgenda, leadToAgenda } from '../meetings-fixture.ts'

const agenda = '/meetings/2026/q/4/agenda'
const path = '/api/own-replies/2026-Q4'

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  localStorage.clear()
  withoutFiles()
})

/** A board with a term for the reader, and a meeting that takes place next year. */
async function openBoard() {
  const api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  await api.ports.store.create('directory', 'maria', {
    name: 'Maria Lopez',
    role: 'Chair',
    type: 'board',
  })
  const admin = api.call('admin')
  const { accounts } = api
  const uid = (await accounts.list({})).accounts.find(({ email }) => email.startsWith('maria'))!.uid
  await admin(linkAccount, { params: { id: 'maria' }, body: { account: uid }, revision: 1 })
  const term = { person: 'maria', body: 'board', office: 'chair', voting: true } as const
  await admin(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  await keepAgenda(api)
  await leadToAgenda(api)
  return api
}
type Api = Awaited<ReturnType<typeof openBoard>>

/** Everything is in view: a document without layout never reports it. */
const SeenAtOnce = function (report: IntersectionObserverCallback) {
  return {
    observe: () => report([{ isIntersecting: true }] as IntersectionObserverEntry[], null!),
    disconnect: () => undefined,
  }
}

const saved = async (api: Api) => (await api.call('member')(listOwnReplies)).replies[0]
const button = (name: string) => screen.findByRole('button', { name })
const move = async (api: Api, change: object) => {
  const { id, updatedAt: _, revision, ...body } = (await api.ports.store.get('agendas', '2026-Q4'))!
  await api.ports.store.update('agendas', id, { ...body, ...change }, revision)
}

it('takes a reply with one press on the agenda, and reads out that it is saved', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path: agenda, api, as: 'member' })
  const group = await screen.findByRole('group', { name: 'Will you come?' })
  expect(
    within(group)
      .getAllByRole('button')
      .map((each) => each.textContent),
  ).toEqual(['In person', 'By video', 'Can’t come', 'Not sure'])
  await userEvent.click(await button('By video'))
  expect(await screen.findByText(/Your reply is saved: By video/)).toBeTruthy()
  expect((await button('By video')).getAttribute('aria-pressed')).toBe('true')
  expect(await saved(api)).toMatchObject({ answer: 'video' })
  await userEvent.click(await button('In person'))
  expect(await screen.findByText(/Your reply is saved: In person/)).toBeTruthy()
  expect(await saved(api)).toMatchObject({ answer: 'in-person', revision: 2 })
})

it('takes a note to the secretary once there is a reply', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path: agenda, api, as: 'member' })
  await button('By video')
  expect(screen.queryByRole('button', { name: 'Add a note to the secretary' })).toBeNull()
  await userEvent.click(await button('By video'))
  await userEvent.click(await button('Add a note to the secretary'))
  await userEvent.type(screen.getByLabelText('Note to the secretary'), 'From the train')
  await userEvent.click(await button('Save the note'))
  expect(await screen.findByText('Your note to the secretary: From the train')).toBeTruthy()
  expect(await saved(api)).toMatchObject({ answer: 'video', note: 'From the train' })
})

it('keeps a choice that can’t be saved, and says so', async () => {
  const api = await openBoard()
  const { unmount } = await renderRemote(remote, { path: agenda, api, as: 'member' })
  const choice = await button('Can’t come')
  breakPath(api, path)
  await userEvent.click(choice)
  expect(await screen.findByText(/Your choice “Can’t come” isn’t saved yet/)).toBeTruthy()
  expect(choice.getAttribute('aria-pressed')).toBe('true')
  expect(await saved(api)).not.toHaveProperty('answer')
  unmount()
})

it('keeps such a choice over a reload, for its reader and its time', async () => {
  const api = await openBoard()
  const first = await renderRemote(remote, { path: agenda, api, as: 'member' })
  breakPath(api, path)
  await userEvent.click(await button('Can’t come'))
  await screen.findByText(/isn’t saved yet/)
  first.unmount()
  const again = await renderRemote(remote, { path: agenda, api, as: 'member' })
  await screen.findByText(/Your choice “Can’t come” isn’t saved yet/)
  again.unmount()
  await move(api, { time: '10:30' })
  await renderRemote(remote, { path: agenda, api, as: 'member' })
  expect((await button('Can’t come')).getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByText(/isn’t saved yet/)).toBeNull()
})

it('says why it asks again, and shows what somebody else saved meanwhile', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path: agenda, api, as: 'member' })
  await userEvent.click(await button('By video'))
  await screen.findByText(/is saved: By video/)
  await move(api, { time: '10:30' })
  // The page still shows the time before.
  await userEvent.click(await button('In person'))
  const why = /The meeting moved from 9:00 AM – 12:00 PM to 10:30 AM – 12:00 PM/
  expect((await screen.findAllByText(why)).length).toBeGreaterThan(0)
  expect((await button('By video')).getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(await button('In person'))
  expect(await screen.findByText(/is saved: In person/)).toBeTruthy()
})

it('shows nothing to a reader who isn’t asked', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path: agenda, api, as: 'staff' })
  await screen.findByRole('heading', { level: 1, name: 'Q4 2026 Board Meeting' })
  expect(screen.queryByRole('group', { name: 'Will you come?' })).toBeNull()
})

it('asks on the dashboard, and keeps the buttons after the reply', async () => {
  vi.stubGlobal('IntersectionObserver', SeenAtOnce)
  const api = await openBoard()
  await renderSlot(remote, 'askedOfYou', { api, as: 'member' })
  expect(await screen.findByRole('link', { name: 'Q4 2026 Board Meeting' })).toBeTruthy()
  expect(screen.getByText('Thursday 10 December 2026, 9:00 AM – 12:00 PM')).toBeTruthy()
  await userEvent.click(await button('Not sure'))
  expect(await screen.findByText(/is saved: Not sure/)).toBeTruthy()
  expect(await button('In person')).toBeTruthy()
})

it('says on the dashboard that nothing is asked', async () => {
  vi.stubGlobal('IntersectionObserver', SeenAtOnce)
  await renderSlot(remote, 'askedOfYou', { api: await openBoard(), as: 'staff' })
  expect(await screen.findByText('Nothing is asked of you now.')).toBeTruthy()
})

it('asks to waive notice only once the formal notice is late, with one press that stays', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path: agenda, api, as: 'member' })
  await screen.findByRole('group', { name: 'Will you come?' })
  expect(screen.queryByRole('button', { name: 'Waive notice' })).toBeNull()
  cleanup()
  await move(api, { date: '2026-11-16' })
  await renderRemote(remote, { path: agenda, api, as: 'member' })
  await userEvent.click(await button('Waive notice'))
  expect(await screen.findByText('You waived notice on 12 November 2026.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Waive notice' })).toBeNull()
  const { formal } = await api.call('admin')(getMeetingNotices, { params: { meeting: '2026-Q4' } })
  expect(formal.waivers).toMatchObject([{ person: 'maria', name: 'Maria Lopez' }])
})
