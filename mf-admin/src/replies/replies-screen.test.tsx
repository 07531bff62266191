import { testApi, testPeople, uidOf } from '@portal/api/testing'
import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms } from '@portal/contract/bodies'
import { listReplies } from '@portal/contract/replies'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import remote from '../remote.ts'
import { fill } from '../shared/fill-fixture.ts'

const q4 = { year: 2026, quarter: 4 }
const path = '/admin/meetings/2026/4/replies'

beforeEach(() => localStorage.clear())

/** A board of two: Ada has an e-mail address, Ben has none. */
async function openBoard() {
  const api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  const admin = api.call('admin')
  for (const [id, name, email] of [
    ['ada', 'Ada Park', 'ada@elsewhere.example'],
    ['ben', 'Ben Ode', ''],
  ] as const) {
    const entry = { name, role: 'Trustee', type: 'board', ...(email ? { email } : {}) }
    await api.ports.store.create('directory', id, entry)
  }
  // An item with an exception needs an admin who is known not to be excepted.
  const ruth = { name: 'Ruth', role: 'Liaison', type: 'staff', account: uidOf(testPeople.admin) }
  await api.ports.store.create('directory', 'ruth', ruth)
  const term = { body: 'board', office: 'member', voting: true, from: '2026-01-01' } as const
  await admin(addTerms, {
    body: { terms: ['ada', 'ben'].map((person) => ({ person, ...term })) },
  })
  const items = [
    { id: 'pay', title: 'Pay', audience: { who: 'everybody' as const, except: ['ada'] } },
  ]
  const meeting = { title: 'Winter Meeting', date: '2026-12-10', time: '10:00', endTime: '12:00' }
  await admin(saveAgenda, { params: q4, body: { ...meeting, items }, revision: 'new' })
  await admin(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
  return api
}

const rowOf = async (name: string) =>
  (await screen.findAllByRole('row')).find((row) => row.textContent.includes(name))!

it('shows who was asked, and the forecast with its arithmetic', async () => {
  await renderRemote(remote, { path, api: await openBoard(), as: 'admin' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Replies' })).toBeTruthy()
  expect(
    await screen.findByText(
      '2 in office, quorum 2; 2 have not replied: a quorum depends on those who aren’t sure or haven’t replied.',
    ),
  ).toBeTruthy()
  expect((await rowOf('Ada Park')).textContent).toContain('Not replied')
  const item = screen.getByText('Pay', { exact: false, selector: 'b' }).closest('li')!
  expect(item.textContent).toMatch(
    /, without .*Ada Park.*: 2 in office, quorum 2; 1 has not replied, 1 doesn’t take part in this item: no quorum is expected\.$/,
  )
})

it('enters a reply that came by telephone, and marks it', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path, api, as: 'admin' })
  await userEvent.click(await screen.findByRole('button', { name: 'Enter a reply of Ben Ode' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('radio', { name: 'By video' }))
  await fill(dialog.getByLabelText('Note to the secretary'), 'Called at ten')
  await userEvent.click(dialog.getByRole('button', { name: 'Save the reply' }))
  const marked = 'By telephone, entered by Ruth Abelman'
  expect(await screen.findByText(marked, { exact: false })).toBeTruthy()
  expect((await rowOf('Ben Ode')).textContent).toContain('Called at ten')
  expect(await screen.findByRole('heading', { level: 2, name: '1 reply of 2 people' })).toBeTruthy()
})

it('reminds everyone who hasn’t replied with one press, and lists who is told by hand', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path, api, as: 'admin' })
  const name = 'Remind everyone who hasn’t replied'
  await userEvent.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/A mail with a link for each answer goes to .*Ada Park/)).toBeTruthy()
  expect(dialog.getByText(/to be told by hand: .*Ben Ode/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remind 1 person' }))
  expect(await screen.findByText(/1 mail; to be told by hand: .*Ben Ode/)).toBeTruthy()
  const { requests } = await api.call('admin')(listReplies, { params: { meeting: '2026-Q4' } })
  expect(requests).toMatchObject([{ asked: 1, byHand: ['Ben Ode'] }])
})

it('says why nobody is asked about a meeting without a date', async () => {
  const api = await openBoard()
  await renderRemote(remote, { path: '/admin/meetings/2026/3/replies', api, as: 'admin' })
  expect(await screen.findByText('Nobody is asked about this meeting yet')).toBeTruthy()
})
