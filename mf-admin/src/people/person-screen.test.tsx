import { testPeople, uidOf } from '@portal/api/testing'
import { addTerms, listTerms } from '@portal/contract/bodies'
import { listUsers } from '@portal/contract/users'
import { todayIn } from '@portal/domain/days'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import admin from '../remote.ts'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'

const { email } = testPeople.member
const uid = uidOf(testPeople.member)
const entry = { role: 'Trustee', type: 'board' }
const ben = { ...entry, name: 'Ben Ode', email: 'ben@ode.example' }

async function open(path: string, fault: Fault = {}) {
  const api = await faultyApi(fault)
  const { store } = api.ports
  await store.create('directory', 'maria', { ...entry, name: 'Maria Lopez', email, account: uid })
  await store.create('directory', 'ben', ben)
  await store.create('directory', 'cara', { ...ben, name: 'Cara Im', email: 'cara@im.example' })
  await store.create('directory', 'wei', {
    ...ben,
    name: 'Wei New',
    email: 'vera@larkspur.example',
  })
  const call = api.call('admin')
  const term = { person: 'cara', body: 'board', office: 'treasurer' as const, voting: true }
  await call(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  const { location } = await renderRemote(admin, { path, as: 'admin', api })
  return {
    call,
    location,
    linkOf: async (id: string) => (await store.get('directory', id))?.['account'],
    addresses: async () => (await api.call('admin')(listUsers)).users.map((user) => user.email),
  }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (name: string) => {
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name }))
}
const section = (name: string) => screen.findByRole('region', { name })
const linkOfInvitation = async (name: string) =>
  (await screen.findByRole<HTMLInputElement>('textbox', { name: `Invitation of ${name}` })).value

describe('the page of a person', () => {
  it('shows the entry, the account, the admin rights and the ways to end access', async () => {
    const { location } = await open('/admin/directory')
    await userEvent.click(await screen.findByRole('link', { name: /Maria Lopez/ }))
    await screen.findByRole('heading', { level: 1, name: 'Maria Lopez' })
    expect(location()).toBe('/admin/people/maria')
    expect((await section('Directory entry')).textContent).toContain('Trustee')
    const account = await section('Account')
    expect(account.textContent).toContain(email)
    expect(account.textContent).toContain('They aren’t signed in anywhere.')
    expect((await section('Admin rights')).textContent).toContain('reads the portal as members do')
    const acts = within(await section('End access')).getAllByRole('button')
    expect(acts.map(({ textContent }) => textContent)).toEqual([
      'Remove access of Maria Lopez',
      'Disable Maria Lopez',
      'Delete account of Maria Lopez',
    ])
  })

  it('is linked from the accounts, and shows what an act has changed', async () => {
    await open('/admin/users')
    await userEvent.click(await screen.findByRole('link', { name: 'Maria Lopez' }))
    await press('Remove access of Maria Lopez')
    await confirm('Remove access of Maria Lopez')
    await section('Access has ended')
    expect((await section('Account')).textContent).toContain('Disabled: can’t sign in')
  })

  it('leads back to the list if there is no such person', async () => {
    await open('/admin/people/nobody')
    await screen.findByText('This person isn’t in the portal any more.')
    expect(screen.getByRole('link', { name: 'Open the directory' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  })

  it('stays with the entry after its account is deleted', async () => {
    const { location, addresses } = await open(`/admin/people/accounts/${uid}`)
    await press('Delete account of Maria Lopez')
    await confirm('Delete Maria Lopez')
    await screen.findByText(/No account is linked to this entry/)
    expect(location()).toBe('/admin/people/maria')
    expect(await addresses()).not.toContain(email)
  })
})

it('ends the terms of somebody who has no account, after it lists them', async () => {
  const { call } = await open('/admin/people/cara')
  await press('End their terms now for Cara Im')
  const dialog = await screen.findByRole('alertdialog')
  const listed = within(dialog).getByRole('list', { name: 'What ends' })
  expect(listed.textContent).toBe('Treasurer of Board: today is the last day of the term.')
  await confirm('End the terms of Cara Im')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'When they leave' })).toBeNull())
  expect((await call(listTerms)).terms[0]?.to).toBe(todayIn('America/Los_Angeles'))
})

describe('an invitation', () => {
  it('creates an account that nobody has the password of, and hands over a link', async () => {
    const { linkOf } = await open('/admin/people/ben')
    await press('Invite Ben Ode')
    await press('Invite')
    expect(await linkOfInvitation('Ben Ode')).toMatch(/^http/)
    expect(await linkOf('ben')).toBeDefined()
    // The link is shown only once, so it stays when the page shows the new account.
    await screen.findByText('Has never signed in')
    expect(await linkOfInvitation('Ben Ode')).toMatch(/^http/)
  })

  it('invites several people of the directory, and completes what was interrupted', async () => {
    let fails = true
    const { addresses } = await open('/admin/directory', {
      answer: async (request) => {
        const isCara = request.method === 'POST' && (await request.clone().text()).includes('cara@')
        return isCara && fails ? refusal(503, 'unavailable', 'Please try again.') : undefined
      },
    })
    for (const name of ['Ben Ode', 'Cara Im']) {
      await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    await press('Invite 2 people')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Invite 2 people' }))
    await within(dialog).findByText(/nobody gets a second account/)
    fails = false
    await userEvent.click(within(dialog).getByRole('button', { name: 'Invite 1 person' }))
    expect(await linkOfInvitation('Cara Im')).toMatch(/^http/)
    expect(await linkOfInvitation('Ben Ode')).toMatch(/^http/)
    const invited = (await addresses()).filter((address) => !address.includes('larkspur'))
    expect(invited).toEqual(expect.arrayContaining(['ben@ode.example', 'cara@im.example']))
    // A link that was mailed instead replaces the shown one, which isn't copied any more.
    const bens = within(within(dialog).getByRole('group', { name: 'Invitation of Ben Ode' }))
    await userEvent.click(bens.getByRole('button', { name: 'Send by mail' }))
    await bens.findByText(/A link is on its way by mail/)
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy all links' }))
    expect(copied).toHaveBeenCalledWith(
      expect.stringMatching(/^Cara Im\tcara@im\.example\thttp\S+$/),
    )
  })

  it('says how a person of the foundation signs in, and creates no account', async () => {
    const { addresses } = await open('/admin/people/wei')
    await press('Invite Wei New')
    await press('Invite')
    await screen.findByText(/Sign in with Google/)
    expect(await addresses()).not.toContain('vera@larkspur.example')
  })
})
