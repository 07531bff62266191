import { testApi, testPeople, uidOf } from '@portal/api/testing'
import { saveAgenda } from '@portal/contract/agendas'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { linkAccount } from '@portal/contract/directory'
import { addAssistant, invite, listGuests } from '@portal/contract/guests'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../remote.ts'
import { fill } from '../shared/fill-fixture.ts'

const sam = { name: 'Sam Guest', email: 'sam@elsewhere.example' }
const nextYear = new Date().getUTCFullYear() + 1

const pay = { id: 'pay', title: 'Succession' }

/** Closed items are for Ruth, the admin, and for no other admin. */
async function open({
  isInvited = false,
  hasAssistant = false,
  hasClosed = false,
  as = 'admin',
}: {
  isInvited?: boolean
  hasAssistant?: boolean
  hasClosed?: boolean
  as?: 'admin' | 'staff'
} = {}) {
  const api = await testApi({ now: () => new Date() })
  const call = api.call('admin')
  const ruth = { name: 'Ruth', role: 'Chair', type: 'board', account: uidOf(testPeople.admin) }
  await api.ports.store.create('directory', 'ruth', ruth)
  await call(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
  const audience = { who: 'named' as const, named: ['ruth'] }
  await call(saveAgenda, {
    params: { year: nextYear, quarter: 1 },
    body: {
      title: 'Winter Meeting',
      date: `${nextYear}-02-10`,
      items: [
        { id: 'welcome', title: 'Welcome' },
        { id: 'audit', title: 'Audit' },
        ...(hasClosed ? [{ ...pay, audience }] : []),
      ],
    },
    revision: 'new',
  })
  const entry = { name: 'Maria Lopez', role: 'Chair', type: 'board' }
  await api.ports.store.create('directory', 'maria', entry)
  const account = `uid-${testPeople.member.email}-password`
  await call(linkAccount, { params: { id: 'maria' }, body: { account }, revision: 1 })
  if (isInvited) {
    const until = `${nextYear}-02-11`
    await call(invite, { body: { who: sam, meeting: `${nextYear}-Q1`, items: ['audit'], until } })
  }
  if (hasAssistant) await call(addAssistant, { body: { ...sam, assists: 'maria' } })
  const { toasts } = await renderRemote(admin, { path: '/admin/guests', as, api })
  return { stored: () => call(listGuests), lastMessage: () => toasts.at(-1)?.message }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const choose = async (label: string, name: RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

it('invites a guest to items until the day after the meeting, also to closed ones, and hands over a link', async () => {
  const { stored } = await open({ hasClosed: true })
  expect(await screen.findByText('Nobody is invited to an item of a meeting.')).toBeDefined()
  await press('Invite a guest')
  await fill(await screen.findByLabelText('Name'), sam.name)
  await fill(screen.getByLabelText('E-mail address'), sam.email)
  await choose('Meeting', /Winter Meeting/)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Audit' }))
  expect(screen.queryByText(/named among its readers/)).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Succession' }))
  expect(screen.getByText(/named among its readers/)).toBeDefined()
  await press('Invite')
  const link = await screen.findByRole('group', { name: 'Link to choose a password' })
  expect(within(link).getByRole('textbox')).toHaveProperty('value', expect.stringMatching('/reset'))
  await press('Send by mail')
  expect(await screen.findByText(/A link is on its way by mail/)).toBeDefined()
  const { guests, invitations } = await stored()
  expect(guests).toMatchObject([sam])
  expect(invitations).toMatchObject([
    {
      name: sam.name,
      items: [{ title: 'Audit' }, { title: 'Succession' }],
      until: `${nextYear}-02-11`,
    },
  ])
})

it('offers no closed item that the admin may not see', async () => {
  await open({ hasClosed: true, as: 'staff' })
  await press('Invite a guest')
  await choose('Meeting', /Winter Meeting/)
  await screen.findByRole('checkbox', { name: 'Audit' })
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
})

it('changes and ends an invitation, and ends the guest’s access', async () => {
  const { stored } = await open({ isInvited: true })
  await press('Change Sam Guest, Winter Meeting')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Welcome' }))
  await press('Save the invitation')
  await expect
    .poll(async () => (await stored()).invitations[0]?.items.map(({ title }) => title))
    .toEqual(['Audit', 'Welcome'])
  await press('End Sam Guest, Winter Meeting')
  await press('End the invitation')
  expect(await screen.findByText('Nobody is invited to an item of a meeting.')).toBeDefined()
  await press('End access Sam Guest')
  await press('End access of Sam Guest')
  expect(await screen.findByText('There are no guests.')).toBeDefined()
  expect((await stored()).guests).toEqual([])
})

it('makes a guest a member after a confirmation, and ends their invitations', async () => {
  const { stored } = await open({ isInvited: true })
  await press('Make a member Sam Guest')
  await press('Make Sam Guest a member')
  expect(await screen.findByText('There are no guests.')).toBeDefined()
  expect(await stored()).toMatchObject({ guests: [], invitations: [] })
})

it('adds an assistant for somebody who signs in as a member', async () => {
  const { stored } = await open()
  await press('Add an assistant')
  await choose('Works for', /Maria Lopez/)
  await fill(screen.getByLabelText('Name of the assistant'), sam.name)
  await fill(screen.getByLabelText('E-mail address'), sam.email)
  await press('Add the assistant')
  expect(await screen.findByRole('group', { name: 'Link to choose a password' })).toBeDefined()
  expect((await stored()).assistants).toMatchObject([{ ...sam, assists: { person: 'maria' } }])
})

it('allows an assistant to reply', async () => {
  const { stored } = await open({ hasAssistant: true })
  await userEvent.click(await screen.findByRole('switch', { name: 'May reply for Maria Lopez' }))
  await expect.poll(async () => (await stored()).assistants[0]?.mayReply).toBe(true)
})
