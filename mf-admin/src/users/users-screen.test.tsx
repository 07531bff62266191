import { type TestIdentity, testPeople } from '@portal/api/testing'
import { listDesignatedAdmins, removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { syncToken } from '@portal/contract/portal'
import { listUsers, updateUser } from '@portal/contract/users'
import { passwordFaults } from '@portal/domain/password-rule'
import { renderRemote } from '@portal/remote-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Fault, refusal } from '../shared/api-fault-fixture.ts'
import admin from '../remote.ts'
import { designate, maria, ruth, usersApi, wei } from './users-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

type Api = Awaited<ReturnType<typeof usersApi>>

const path = '/admin/users'
const open = (api: Api, at = path) => renderRemote(admin, { path: at, as: 'admin', api })
const google = () => screen.findByRole('table', { name: 'Google Authenticated Users' })
const passwords = () => screen.findByRole('table', { name: 'Email/Password Users' })
const rowOf = (table: HTMLElement, name: string | RegExp) =>
  within(table).getByRole('rowheader', { name }).closest<HTMLElement>('tr')!
const names = (table: HTMLElement) =>
  within(table)
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)
const press = async (within_: HTMLElement, name: string | RegExp) =>
  userEvent.click(within(within_).getByRole('button', { name }))
const listed = async (api: Api) => (await api.call('admin')(listDesignatedAdmins)).designatedAdmins
const accounts = async (api: Api) => (await api.call('admin')(listUsers)).users

describe('the two tables', () => {
  it('lists who signs in with Google, who by password, and who is designated and has never signed in', async () => {
    const api = await usersApi()
    await designate(api, 'hana@larkspur.example')
    await open(api)
    const ruths = rowOf(await google(), /Ruth Abelman/)
    expect(within(ruths).getByText('Admin')).toBeDefined()
    expect(within(ruths).getByText('You')).toBeDefined()
    const weis = rowOf(await google(), /Wei Chen/)
    expect(within(weis).getByText('User')).toBeDefined()
    const marias = rowOf(await passwords(), /Maria Lopez/)
    expect(within(marias).getByText('Active')).toBeDefined()
    expect(within(marias).getByText(maria.email)).toBeDefined()
    const hanas = rowOf(await google(), /hana/)
    expect(within(hanas).getByText('Admin')).toBeDefined()
    expect(within(hanas).getByText('Has never signed in')).toBeDefined()
    expect(within(hanas).queryByRole('button', { name: /^Disable/ })).toBeNull()
    // Admin status is offered at the foundation's domain alone.
    const someones = rowOf(await google(), /Someone/)
    expect(within(someones).queryByRole('button')).toBeNull()
    expect(within(someones).getByText(/Not at @larkspur\.example/)).toBeDefined()
  })

  it('creates the first account of a portal that has none, and names the first admin', async () => {
    const api = await usersApi({
      answer: (request) =>
        request.method === 'GET' && new URL(request.url).pathname === '/api/admin/users'
          ? Response.json({ users: [] })
          : undefined,
    })
    await open(api)
    await screen.findByText('No password accounts yet')
    await userEvent.click(screen.getByRole('button', { name: 'Add User' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create New User' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add admin by e-mail' }))
    expect(await screen.findByRole('dialog', { name: /Add admin/ })).toBeDefined()
  })

  it('searches names and e-mails in both tables, without accents, and says when nobody matches', async () => {
    const { location } = await open(await usersApi())
    await google()
    const box = screen.getByRole('searchbox')
    await fill(box, 'lópez')
    await waitFor(async () => expect(names(await passwords())).toHaveLength(1))
    expect(screen.queryByText('No results found')).toBeNull()
    const elsewhere = 'Nobody with a Google account matches. See Email/Password Users: 1 user.'
    expect(screen.getByText(elsewhere)).toBeDefined()
    expect(location()).toBe('/admin/users?q=l%C3%B3pez')
    await fill(box, 'zzz')
    expect(await screen.findAllByText('No results found')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Add User' }))
    expect(await screen.findByRole('dialog', { name: 'Create New User' })).toBeDefined()
  })

  it('sorts by a heading, reverses when pressed again, and keeps it in the URL', async () => {
    const { location } = await open(await usersApi())
    const table = await google()
    const first = names(table)
    expect(first).toEqual(first.toSorted((a, b) => a.localeCompare(b)))
    await press(table, 'User')
    await waitFor(() => expect(names(table)).toEqual(first.toReversed()))
    expect(location()).toBe('/admin/users?google=-name')
    await press(table, 'Admin Status')
    await waitFor(() => expect(names(table)[0]).toMatch(/Ruth Abelman/))
    expect(
      within(table).getByRole('columnheader', { name: 'Admin Status' }).getAttribute('aria-sort'),
    ).toBe('ascending')
  })

  it('loads more than a thousand page by page, shows fifty at a time, and reads a page again that failed', async () => {
    const fault: Fault = {
      answer: ({ url }) =>
        url.includes('pageToken') ? new Response('', { status: 502 }) : undefined,
    }
    const api = await usersApi(fault)
    for (let index = 0; index < 1001; index += 1) {
      const email = `person${String(index).padStart(4, '0')}@larkspur.example`
      api.accounts.put({ uid: `more-${index}`, email, providers: ['password'] })
    }
    await open(api)
    expect(await screen.findByText('Failed to fetch users: 502')).toBeDefined()
    const table = await passwords()
    expect(names(table)).toHaveLength(50)
    fault.answer = undefined
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText(/^50 of 1,00\d shown$/)
    expect(screen.queryByText('Failed to fetch users: 502')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(names(table)).toHaveLength(100))
  })
})

describe('a password account', () => {
  const fillAccount = async (dialog: HTMLElement, email: string, password: string) => {
    await fill(within(dialog).getByLabelText('E-mail'), email)
    await fill(within(dialog).getByLabelText('Display Name (optional)'), 'Nora Field')
    await fill(within(dialog).getByLabelText('Password'), password)
  }
  const startCreating = async () => {
    await passwords()
    await userEvent.click(screen.getByRole('button', { name: 'Add User' }))
    return screen.findByRole('dialog', { name: 'Create New User' })
  }

  it('creates a password account once, announces and lists it, and offers an invitation to copy', async () => {
    const api = await usersApi()
    const { toasts } = await open(api)
    const dialog = await startCreating()
    await fillAccount(dialog, 'nora.field@larkspur.example', 'board-Room-26')
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Create User' }))
    await waitFor(() => expect(toasts[0]?.message).toBe('User created successfully!'))
    expect(toasts[0]?.options).toEqual({ kind: 'good', duration: 5000 })
    expect(within(rowOf(await passwords(), /Nora Field/)).getByText('Active')).toBeDefined()
    expect(api.requests.filter((what) => what.startsWith('POST'))).toHaveLength(1)

    await userEvent.click(await screen.findByRole('button', { name: 'Create invitation' }))
    const nora = (await accounts(api)).find(({ displayName }) => displayName === 'Nora Field')!
    const field = await screen.findByRole('textbox', { name: 'Invitation of Nora Field' })
    expect(field).toHaveProperty('value', `http://portal.test/reset?uid=${nora.uid}`)
    expect(api.requests).toContain(`POST /api/admin/users/${nora.uid}/reset-link?as=link`)
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/Nora Field can sign in/)).toBeNull()
  })

  it('refuses a new account with a short or common password, or the name or e-mail that was typed', async () => {
    await open(await usersApi())
    const dialog = await startCreating()
    const button = within(dialog).getByRole('button', { name: 'Create User' })
    expect(button).toHaveProperty('disabled', true)
    await fillAccount(dialog, 'nora.field@larkspur.example', 'aB3!xyz')
    expect(button).toHaveProperty('disabled', true)
    expect(within(dialog).getByText('Password must be at least 8 characters long')).toBeDefined()
    expect(within(dialog).getByText('Fair')).toBeDefined()
    const field = within(dialog).getByLabelText('Password')
    await userEvent.type(field, 'w')
    expect(button).toHaveProperty('disabled', false)
    expect(within(dialog).getByText('Strong')).toBeDefined()

    await userEvent.clear(field)
    await fill(field, 'Nora-Field-1')
    expect(within(dialog).getByText(passwordFaults.person)).toBeDefined()
    expect(within(dialog).queryByText(/Strength/)).toBeNull()
    expect(button).toHaveProperty('disabled', true)
    await userEvent.clear(field)
    await fill(field, 'Sunshine2026!')
    expect(await within(dialog).findByText(passwordFaults.common)).toBeDefined()
    expect(button).toHaveProperty('disabled', true)
    await fill(field, ' in boats')
    expect(within(dialog).queryByText(passwordFaults.common)).toBeNull()
    expect(button).toHaveProperty('disabled', false)
  })

  it('keeps what was typed when it is refused, and gives the reason until something is changed', async () => {
    const fault: Fault = {}
    const { toasts } = await open(await usersApi(fault))
    const dialog = await startCreating()
    const password = within(dialog).getByLabelText('Password')
    await fill(password, 'board-Room-26')
    await press(dialog, 'Create User')
    expect(await within(dialog).findByText('Email is required')).toBeDefined()

    const address = within(dialog).getByLabelText('E-mail')
    await fill(address, maria.email)
    await press(dialog, 'Create User')
    const taken = 'An account with this e-mail address already exists.'
    expect(await within(dialog).findByText(taken)).toBeDefined()
    expect(address).toHaveProperty('value', maria.email)
    expect(password).toHaveProperty('value', 'board-Room-26')
    await userEvent.type(address, 'x')
    expect(within(dialog).queryByText(taken)).toBeNull()

    // The status is shown if the server gives no reason.
    fault.answer = ({ method }) =>
      method === 'POST' ? Response.json({ error: 'Boom' }, { status: 500 }) : undefined
    await press(dialog, 'Create User')
    expect(await within(dialog).findByText('Boom')).toBeDefined()
    fault.answer = ({ method }) =>
      method === 'POST' ? new Response('<html>', { status: 502 }) : undefined
    await press(dialog, 'Create User')
    expect(await within(dialog).findByText('Failed to create user: 502')).toBeDefined()
    fault.answer = undefined
    await press(dialog, 'Create User')
    await waitFor(() => expect(toasts[0]?.message).toBe('User created successfully!'))
  })

  const startEditing = async () => {
    await press(rowOf(await passwords(), /Maria Lopez/), /^Edit/)
    return screen.findByRole('dialog', { name: 'Edit User Account' })
  }

  it('changes the address, name and status of an account', async () => {
    const api = await usersApi()
    const { toasts } = await open(api)
    const dialog = await startEditing()
    const address = within(dialog).getByLabelText('E-mail')
    await userEvent.clear(address)
    await fill(address, 'maria.ruiz@larkspur.example')
    const name = within(dialog).getByLabelText('Display Name')
    await userEvent.clear(name)
    await fill(name, 'Maria Lopez-Ruiz')
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Disabled' }))
    await press(dialog, 'Save Changes')
    await waitFor(() => expect(toasts[0]?.message).toBe('User updated successfully!'))
    const row = rowOf(await passwords(), /Maria Lopez-Ruiz/)
    expect(within(row).getByText('Disabled')).toBeDefined()
    expect(within(row).getByText('maria.ruiz@larkspur.example')).toBeDefined()
  })

  it('refuses a short new password, keeps an edit that failed, and sends only what differs', async () => {
    const bodies: unknown[] = []
    const fault: Fault = {}
    const api = await usersApi(fault)
    const { toasts } = await open(api)
    const dialog = await startEditing()
    await press(dialog, 'Send reset link')
    // No mail can be sent, so the link is shown.
    expect(
      await within(dialog).findByLabelText('Reset link', { selector: 'input' }),
    ).toHaveProperty('value', `http://portal.test/reset?uid=${maria.uid}`)
    const password = within(dialog).getByLabelText('New Password')
    await fill(password, 'short')
    expect(within(dialog).getByRole('button', { name: 'Save Changes' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(within(dialog).getByText('Password must be at least 8 characters long')).toBeDefined()
    await userEvent.clear(password)
    const name = within(dialog).getByLabelText('Display Name')
    await fill(name, ' II')
    fault.answer = ({ method }) =>
      method === 'PATCH' ? new Response(null, { status: 500 }) : undefined
    await press(dialog, 'Save Changes')
    expect(await within(dialog).findByText('Failed to edit user: 500')).toBeDefined()
    expect(name).toHaveProperty('value', 'Maria Lopez II')
    fault.answer = (request) => {
      if (request.method === 'PATCH') void request.json().then((body) => bodies.push(body))
      return undefined
    }
    await press(dialog, 'Save Changes')
    await waitFor(() => expect(toasts.at(-1)?.message).toBe('User updated successfully!'))
    expect(bodies).toEqual([{ displayName: 'Maria Lopez II' }])

    // Deleted meanwhile, it is reported, and what was typed is kept.
    const again = await startEditing()
    await fill(within(again).getByLabelText('Display Name'), 'I')
    await api.accounts.delete(maria.uid)
    await press(again, 'Save Changes')
    expect(await within(again).findByText('User not found')).toBeDefined()
    expect(within(again).getByLabelText('Display Name')).toHaveProperty('value', 'Maria Lopez III')
  })

  it('deletes an account after a confirmation that names the person, and keeps it when that fails', async () => {
    const fault: Fault = {}
    const api = await usersApi(fault)
    const { toasts } = await open(api)
    await press(rowOf(await passwords(), /Maria Lopez/), /^Delete/)
    const question = await screen.findByRole('alertdialog', { name: 'Delete User Account' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    for (const [answer, sentence] of [
      [refusal(507, 'storageFull', 'The data folder is full.'), 'The data folder is full.'],
      [new Response(null, { status: 500 }), 'Failed to delete user: 500'],
    ] as const) {
      fault.answer = ({ method }) => (method === 'DELETE' ? answer : undefined)
      await press(question, 'Delete Maria Lopez')
      expect(await within(question).findByText(sentence)).toBeDefined()
    }
    expect(names(await passwords()).join()).toContain('Maria Lopez')
    fault.answer = undefined
    await press(question, 'Delete Maria Lopez')
    await waitFor(() => expect(toasts[0]?.message).toBe('User deleted successfully!'))
    expect((await accounts(api)).map(({ uid }) => uid)).not.toContain(maria.uid)
    expect(names(await passwords()).join()).not.toContain('Maria Lopez')
  })
})

describe('disabling an account', () => {
  const ask = async (row: HTMLElement, verb: 'Disable' | 'Enable') => {
    await press(row, new RegExp(`^${verb}`))
    return screen.findByRole('alertdialog')
  }

  it.each([
    ['Google', google, 'Wei Chen', wei],
    ['password', passwords, 'Maria Lopez', maria.email],
  ])(
    'asks for a confirmation with the %s user’s name, and can be undone',
    async (_, table, name, email) => {
      const api = await usersApi()
      const { toasts } = await open(api)
      const row = () => table().then((body) => rowOf(body, new RegExp(name)))
      const isDisabled = async () =>
        (await accounts(api)).find((account) => account.email === email)?.disabled
      const question = await ask(await row(), 'Disable')
      expect(question.textContent).toContain(`Disable the account of ${name}?`)
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
      await press(question, `Disable ${name}`)
      expect(await within(await row()).findByText('Disabled')).toBeDefined()
      expect(toasts[0]).toEqual({
        message: 'User updated successfully!',
        options: { kind: 'good', duration: 5000 },
      })
      expect(await isDisabled()).toBe(true)

      await press(await ask(await row(), 'Enable'), `Enable ${name}`)
      await waitFor(async () => expect(within(await row()).queryByText('Disabled')).toBeNull())
      expect(await isDisabled()).toBe(false)
    },
  )

  it('doesn’t offer to disable oneself, and refuses to disable an admin with the API’s own message', async () => {
    const api = await usersApi()
    await designate(api, wei)
    await open(api)
    const own = within(rowOf(await google(), /Ruth Abelman/))
    expect(own.getByRole('button', { name: /^Access/ })).toBeDefined()
    expect(own.queryByRole('button', { name: /Disable/ })).toBeNull()
    const other = await ask(rowOf(await google(), /Wei Chen/), 'Disable')
    await press(other, 'Disable Wei Chen')
    expect(
      await within(other).findByText('This user is an admin. Revoke the admin status first.'),
    ).toBeDefined()
    expect((await accounts(api)).some(({ disabled }) => disabled)).toBe(false)
  })

  it('explains why an account could not be disabled, and tries again', async () => {
    const fault: Fault = {}
    const { toasts } = await open(await usersApi(fault))
    const question = await ask(rowOf(await google(), /Wei Chen/), 'Disable')
    fault.answer = ({ method }) =>
      method === 'PATCH' ? new Response('<html>', { status: 502 }) : undefined
    await press(question, 'Disable Wei Chen')
    expect(await within(question).findByText('Failed to edit user: 502')).toBeDefined()
    fault.answer = undefined
    await press(question, 'Disable Wei Chen')
    await waitFor(() => expect(toasts[0]?.message).toBe('User updated successfully!'))
  })
})

describe('admin status', () => {
  it('grants and revokes admin status after a confirmation', async () => {
    const api = await usersApi()
    const { toasts } = await open(api)
    await press(rowOf(await google(), /Wei Chen/), /^Grant Admin/)
    await press(await screen.findByRole('alertdialog'), 'Grant Admin to Wei Chen')
    await waitFor(() => expect(toasts[0]?.message).toBe(`Admin status granted to ${wei}!`))
    expect(await listed(api)).toContain(wei)
    const row = rowOf(await google(), /Wei Chen/)
    expect(within(row).getByText('Admin')).toBeDefined()

    await press(row, /^Revoke Admin/)
    await press(await screen.findByRole('alertdialog'), 'Revoke Admin from Wei Chen')
    await waitFor(() => expect(toasts[1]?.message).toBe(`Admin status revoked from ${wei}!`))
    expect(await listed(api)).toEqual([ruth])
  })

  it('keeps the last admin', async () => {
    await open(await usersApi())
    await press(rowOf(await google(), /Ruth Abelman/), /^Revoke Admin/)
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('This is you')
    await press(question, 'Revoke Admin from Ruth Abelman')
    expect(
      await within(question).findByText(
        'Cannot remove the last admin. There must be at least one designated admin.',
      ),
    ).toBeDefined()
  })

  it('grants admin status by e-mail to a person who has never signed in, and keeps the e-mail when that fails', async () => {
    const fault: Fault = {}
    const { toasts } = await open(await usersApi(fault))
    await google()
    await userEvent.click(screen.getByRole('button', { name: 'Add admin by e-mail' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add admin by e-mail' })
    await press(dialog, 'Grant Admin')
    expect(await within(dialog).findByText('Email addresses are required')).toBeDefined()
    const box = within(dialog).getByLabelText('E-mail')
    await fill(box, 'hana@evil-larkspur.example')
    await userEvent.keyboard('{Enter}')
    expect(
      await within(dialog).findByText(
        'Only @larkspur.example Google users can be designated as admins',
      ),
    ).toBeDefined()
    expect(box).toHaveProperty('value', 'hana@evil-larkspur.example')
    await userEvent.clear(box)
    await fill(box, ' Hana@Larkspur.example')
    fault.answer = ({ method }) =>
      method === 'POST' ? new Response(null, { status: 500 }) : undefined
    await press(dialog, 'Grant Admin')
    expect(await within(dialog).findByText('Failed to change admin status: 500')).toBeDefined()
    fault.answer = undefined
    await userEvent.click(box)
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(toasts[0]?.message).toBe('Admin status granted to hana@larkspur.example!'),
    )
    expect(names(await google()).join()).toContain('hana@larkspur.example')
  })

  it('shows admin status from the accounts when the list can’t be read', async () => {
    const fault: Fault = {
      answer: ({ url }) =>
        url.endsWith('/designated-admins') ? new Response(null, { status: 500 }) : undefined,
    }
    await open(await usersApi(fault))
    const failed = 'Failed to fetch the list of designated admins'
    expect(await screen.findByText(failed)).toBeDefined()
    expect(within(rowOf(await google(), /Ruth Abelman/)).getByText('Admin')).toBeDefined()
    fault.answer = undefined
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(screen.queryByText(failed)).toBeNull())
  })
})

describe('access to the users screen', () => {
  const home = (location: () => string) => waitFor(() => expect(location()).toBe('/'))

  it('sends a member home with the reason', async () => {
    const api = await usersApi()
    const { location, toasts } = await renderRemote(admin, { path, as: 'staff', api })
    expect(screen.queryByRole('table')).toBeNull()
    await home(location)
    expect(toasts.map(({ message }) => message)).toEqual([
      'The admin area is for designated admins who are signed in with Google.',
    ])
  })

  it('shows that permissions are being checked', async () => {
    await open(await usersApi())
    expect(await screen.findByText('Checking admin permissions...')).toBeDefined()
    await google()
    expect(screen.queryByText('Checking admin permissions...')).toBeNull()
  })

  it('sends an admin home whose rights end meanwhile', async () => {
    const api = await usersApi()
    await designate(api, wei)
    const { location, toasts } = await renderRemote(admin, { path, as: 'staff', api })
    await google()
    await api.call('admin')(removeDesignatedAdmin, { query: { email: wei } })
    await press(rowOf(await google(), /Ruth Abelman/), /^Revoke Admin/)
    await press(await screen.findByRole('alertdialog'), /^Revoke Admin from/)
    await home(location)
    expect(toasts.map(({ message }) => message)).toEqual([
      'Your admin rights have ended. Unauthorized: Only admins can remove admin designations',
    ])
    expect(await listed(api)).toEqual([ruth])
  })

  it('sends an admin home who revokes their own status', async () => {
    const api = await usersApi()
    await designate(api, wei)
    const { location, toasts } = await open(api)
    await press(rowOf(await google(), /Ruth Abelman/), /^Revoke Admin/)
    await press(await screen.findByRole('alertdialog'), 'Revoke Admin from Ruth Abelman')
    await home(location)
    expect(toasts.map(({ message }) => message)).toEqual([
      `Admin status revoked from ${ruth}!`,
      'Your admin rights have ended.',
    ])
  })

  it('shows the status with which the users can’t be read, and tries again', async () => {
    const sentence = 'The sign-in service can’t be reached.'
    const fault: Fault = {
      answer: ({ url }) =>
        url.includes('/api/admin/users') ? refusal(503, 'unavailable', sentence) : undefined,
    }
    await open(await usersApi(fault))
    expect(await screen.findByText('Failed to fetch users: 503')).toBeDefined()
    expect(screen.getByText(sentence)).toBeDefined()
    fault.answer = undefined
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await google()
  })
})

describe('access', () => {
  const signedIn = (api: Api, who: TestIdentity) => api.call(who)(syncToken)
  const openAccess = async (table: HTMLElement, name: RegExp) => {
    await press(rowOf(table, name), /^Access/)
    return screen.findByRole('dialog', { name: /^Access of/ })
  }

  it('removes a person’s access after explaining what that does', async () => {
    const api = await usersApi()
    await designate(api, wei)
    await signedIn(api, testPeople.staff)
    await open(api)
    const dialog = await openAccess(await google(), /Wei Chen/)
    expect(await within(dialog).findByText('They are signed in on one device.')).toBeDefined()
    expect(within(dialog).getByText('They are a designated admin.')).toBeDefined()
    await press(dialog, 'Remove access')
    const question = await screen.findByRole('alertdialog')
    for (const sentence of [
      'Their sign-in ends.',
      'The account is disabled: they can’t sign in until an admin enables it again.',
      'They are no longer a designated admin.',
    ]) {
      expect(within(question).getByText(sentence)).toBeDefined()
    }
    await press(question, 'Remove access of Wei Chen')
    const row = rowOf(await google(), /Wei Chen/)
    await within(row).findByText('Disabled')
    await within(row).findByText('User')
    expect(await listed(api)).toEqual([ruth])
  })

  it('explains why one’s own access can’t be removed', async () => {
    await open(await usersApi())
    const dialog = await openAccess(await google(), /Ruth Abelman/)
    expect(await within(dialog).findByText('You can’t remove your own access.')).toBeDefined()
    expect(within(dialog).getByRole('button', { name: 'Remove access' })).toHaveProperty(
      'disabled',
      true,
    )
  })

  it('keeps the access when a person is signed out everywhere', async () => {
    const api = await usersApi()
    const before = { ...testPeople.member, signedInAt: Math.floor(Date.now() / 1000) - 60 }
    await signedIn(api, before)
    await open(api)
    await press(await openAccess(await passwords(), /Maria Lopez/), 'Sign out everywhere')
    await press(await screen.findByRole('alertdialog'), 'Sign Maria Lopez out')
    await waitFor(async () =>
      expect(signedIn(api, before)).rejects.toThrow('Your sign-in has expired.'),
    )
    expect((await accounts(api)).find(({ uid }) => uid === maria.uid)?.disabled).toBe(false)
  })

  it('resets the second factor for a person who has lost their phone', async () => {
    const api = await usersApi()
    api.accounts.put({ ...api.accounts.known(maria.uid), hasSecondFactor: true })
    await open(api)
    await within(rowOf(await passwords(), /Maria Lopez/)).findByText('Two-step')
    const dialog = await openAccess(await passwords(), /Maria Lopez/)
    expect(await within(dialog).findByText('Two-step sign-in is on.')).toBeDefined()
    await press(dialog, 'Reset two-step sign-in')
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText(/without a code, until they set up/)).toBeDefined()
    await press(question, 'Reset it for Maria Lopez')
    const row = rowOf(await passwords(), /Maria Lopez/)
    await waitFor(() => expect(within(row).queryByText('Two-step')).toBeNull())
    expect((await accounts(api)).find(({ uid }) => uid === maria.uid)?.hasSecondFactor).toBe(false)
  })

  it('changes nothing after Cancel, explains why access couldn’t be removed, and tries again', async () => {
    const fault: Fault = {}
    const api = await usersApi(fault)
    await open(api)
    const remove = async () =>
      press(await openAccess(await passwords(), /Maria Lopez/), 'Remove access')
    await remove()
    await press(await screen.findByRole('alertdialog'), 'Cancel')
    expect((await accounts(api)).find(({ uid }) => uid === maria.uid)?.disabled).toBe(false)
    await remove()
    const question = await screen.findByRole('alertdialog')
    fault.answer = ({ url }) =>
      url.endsWith('/remove-access') ? new Response(null, { status: 503 }) : undefined
    await press(question, 'Remove access of Maria Lopez')
    expect(await within(question).findByRole('alert')).toBeDefined()
    fault.answer = undefined
    await press(question, 'Remove access of Maria Lopez')
    await within(rowOf(await passwords(), /Maria Lopez/)).findByText('Disabled')
  })
})

describe('notes that are closed since an admin set the password', () => {
  const closeNotes = async (api: Api, by: TestIdentity) => {
    const { store } = api.ports
    await store.create('reading', `${maria.uid}@budget`, {
      uid: maria.uid,
      documentId: 'budget',
      versions: [],
    })
    const body = { password: 'a-long-way-round-2026' }
    await api.call(by)(updateUser, { params: { uid: maria.uid }, body })
  }

  it('are opened by another admin, who confirms that it is their owner', async () => {
    const api = await usersApi()
    await designate(api, wei)
    await closeNotes(api, testPeople.staff)
    await open(api)
    const row = rowOf(await passwords(), /Maria Lopez/)
    expect(within(row).getByText('Notes closed')).toBeDefined()
    await press(row, 'Open notes of Maria Lopez')
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Is it Maria Lopez who signs in?',
    })
    await press(dialog, 'Yes, it’s Maria Lopez')
    await waitFor(() => expect(within(row).queryByText('Notes closed')).toBeNull())
    expect((await accounts(api)).some(({ closedRecords }) => closedRecords)).toBe(false)
  })

  it('are opened once, however fast the button is pressed', async () => {
    const api = await usersApi()
    await designate(api, wei)
    await closeNotes(api, testPeople.staff)
    const { toasts } = await open(api)
    await press(rowOf(await passwords(), /Maria Lopez/), 'Open notes of Maria Lopez')
    const dialog = await screen.findByRole('alertdialog')
    const button = within(dialog).getByRole('button', { name: 'Yes, it’s Maria Lopez' })
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(toasts).toHaveLength(1)
    expect(api.requests.filter((what) => what.endsWith('/open'))).toHaveLength(1)
  })

  it('can’t be opened by the admin who set it, who sees who can', async () => {
    const api = await usersApi()
    await closeNotes(api, testPeople.admin)
    await open(api)
    await press(rowOf(await passwords(), /Maria Lopez/), 'Open notes of Maria Lopez')
    const dialog = await screen.findByRole('dialog', { name: 'Another admin has to confirm' })
    expect(dialog.textContent).toContain('portal notes open')
    expect(within(dialog).queryByRole('button', { name: /^Yes/ })).toBeNull()
  })
})
