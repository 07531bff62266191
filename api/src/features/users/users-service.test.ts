import {
  createUser,
  deleteUser,
  listUsers,
  resetPassword,
  updateUser,
} from '@portal/contract/users'
import { isGoogleUser } from '@portal/domain/google-user'
import { getPortal } from '@portal/contract/portal'
import { passwordFaults } from '@portal/domain/password-rule'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryAccounts } from '../../adapters/memory/memory-accounts.ts'
import { Refusal } from '../../refusal.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const password = 'larkspur-board-2026'
const email = 'ada.park@larkspur.example'
const admin = uidOf(testPeople.admin)
const wei = uidOf(testPeople.staff)
const maria = uidOf(testPeople.member)

let api: TestApi
beforeEach(async () => {
  // Advances with every read, so that audit entries have an order.
  let time = Date.now()
  api = await testApi({ now: () => new Date((time += 1)) })
})
afterEach(() => api.close())

const call: TestApi['call'] = (...who) => api.call(...who)
const create = (body: Parameters<typeof createBody>[0] = {}) =>
  call('admin')(createUser, createBody(body))
const createBody = (body: { password?: string; displayName?: string; isAdmin?: boolean }) => ({
  body: { email, password, displayName: 'Ada Park', ...body },
})
const change = (
  uid: string,
  body: { displayName?: string; email?: string; password?: string; disabled?: boolean },
) => call('admin')(updateUser, { params: { uid }, body })
const audit = async () => {
  const { documents } = await api.ports.store.list('audit', { orderBy: 'at' })
  return documents.map(({ what, subject, before, after }) => ({ what, subject, before, after }))
}
const refused = (code: string, message: string) => ({ name: 'ApiError', code, message })

describe('the list of users', () => {
  it('shows how each user signs in, and who is an admin', async () => {
    const { users } = await call('admin')(listUsers)
    const byUid = new Map(users.map((user) => [user.uid, user]))
    expect(byUid.get(admin)).toMatchObject({
      email: 'ruth.abelman@larkspur.example',
      displayName: 'Ruth Abelman',
      providerData: [{ providerId: 'google.com' }],
      isAdmin: true,
      disabled: false,
    })
    expect(byUid.get(wei)).toMatchObject({ isAdmin: false })
    expect(isGoogleUser(byUid.get(wei)!)).toBe(true)
    expect(isGoogleUser(byUid.get(maria)!)).toBe(false)
    // The same e-mail, but not signed in with Google.
    expect(byUid.get(uidOf(testPeople.adminByPassword))).toMatchObject({ isAdmin: false })
  })

  it('returns pages when a limit is given', async () => {
    const seen: string[] = []
    let pageToken: string | undefined
    do {
      const query = pageToken === undefined ? { limit: 3 } : { limit: 3, pageToken }
      const page = await call('admin')(listUsers, { query })
      expect(page.users.length).toBeLessThanOrEqual(3)
      seen.push(...page.users.map(({ uid }) => uid))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    const { users } = await call('admin')(listUsers)
    expect(seen).toEqual(users.map(({ uid }) => uid))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('returns the complete list without a limit, up to ten thousand users', async () => {
    const add = (count: number) => {
      for (let at = 0; at < count; at += 1) {
        api.accounts.put({ uid: `many-${at}`, email: `many-${at}@larkspur.example` })
      }
    }
    add(1500)
    const whole = await call('admin')(listUsers)
    expect(whole.users.length).toBeGreaterThan(1500)
    expect(whole.nextPageToken).toBeUndefined()
    add(10_500)
    const most = await call('admin')(listUsers)
    expect(most.users).toHaveLength(10_000)
    expect(most.nextPageToken).toBeTruthy()
  })

  it('refuses an unknown page token', async () => {
    const listing = call('admin')(listUsers, { query: { pageToken: 'nowhere' } })
    await expect(listing).rejects.toMatchObject({ code: 'badRequest' })
  })
})

describe('a new user', () => {
  it('creates a password account, never an admin, and audits it without its password', async () => {
    const user = await create({ isAdmin: false })
    expect(user).toMatchObject({
      email,
      displayName: 'Ada Park',
      providerData: [{ providerId: 'password' }],
      isAdmin: false,
      disabled: false,
    })
    const entries = await audit()
    expect(entries).toEqual([
      {
        what: 'user created',
        subject: user.uid,
        before: null,
        after: { email, displayName: 'Ada Park', disabled: false, providers: ['password'] },
      },
    ])
    const stored = JSON.stringify((await api.ports.store.list('audit')).documents)
    expect(stored + api.logged.join()).not.toContain(password)
  })

  it.each([
    ['too short a password', { password: 'seven77' }],
    ['no password', { password: '' }],
    ['a password of blanks', { password: ' '.repeat(12) }],
  ])('refuses a new user with %s', async (_, body) => {
    const sentence = 'Password must be at least 8 characters long'
    await expect(create(body)).rejects.toMatchObject(refused('invalid', sentence))
    expect(await audit()).toEqual([])
  })

  it.each([
    ['a common password', 'Password2026!', passwordFaults.common],
    ['the foundation’s name as its password', 'Larkspur-1998', passwordFaults.foundation],
    ['the person’s name as its password', 'ada.park.ada.park', passwordFaults.person],
    ['the e-mail as its password', email, passwordFaults.person],
  ])('refuses a new user with %s, and says why', async (_, given, sentence) => {
    await expect(create({ password: given })).rejects.toMatchObject(refused('invalid', sentence))
    expect((await api.accounts.list()).accounts.some((account) => account.email === email)).toBe(
      false,
    )
  })

  it('accepts a new user’s password of eight characters', async () => {
    await create({ password: 'oak-tin4' })
  })

  it.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['ada', 'Invalid email address format.'],
    ['ada park@larkspur.example', 'Invalid email address format.'],
  ])('refuses a new user with the e-mail %j', async (given, sentence) => {
    const creating = call('admin')(createUser, { body: { email: given, password } })
    await expect(creating).rejects.toMatchObject(refused('invalid', sentence))
  })

  it('refuses to make a new user an admin', async () => {
    await expect(create({ isAdmin: true })).rejects.toMatchObject(
      refused(
        'invalid',
        'A password account can’t be an admin. Admins sign in with Google and are designated by their e-mail.',
      ),
    )
  })

  it('refuses an e-mail that has an account, so a repeated request creates only one', async () => {
    await create()
    const sentence = 'An account with this e-mail address already exists.'
    await expect(create()).rejects.toMatchObject({ ...refused('conflict', sentence), status: 409 })
    expect(await audit()).toHaveLength(1)
  })

  it('removes a new user again when it can’t be recorded', async () => {
    const { store } = api.ports
    const broken = await testApi({
      ports: {
        store: {
          ...store,
          transaction: () => Promise.reject(new Refusal('storageFull', 'The disk is full.')),
        },
        accounts: api.accounts,
      },
    })
    const creating = broken.call('admin')(createUser, { body: { email, password } })
    await expect(creating).rejects.toMatchObject({ code: 'storageFull' })
    expect((await api.accounts.list()).accounts.some((account) => account.email === email)).toBe(
      false,
    )
  })
})

describe('a change of a user', () => {
  it('changes and removes a name', async () => {
    expect(await change(maria, { displayName: ' Maria Ruiz ' })).toMatchObject({
      displayName: 'Maria Ruiz',
    })
    expect((await change(maria, { displayName: '' })).displayName).toBeUndefined()
    expect((await audit()).map(({ what }) => what)).toEqual(['user saved', 'user saved'])
  })

  it('returns the same result when sent again, and is recorded once', async () => {
    const first = await change(maria, { displayName: 'Maria Ruiz', disabled: true })
    expect(await change(maria, { displayName: 'Maria Ruiz', disabled: true })).toEqual(first)
    expect((await audit()).map(({ what }) => what)).toEqual(['user disabled'])
  })

  it.each(['', '   '])('keeps the current password when the new one is %j', async (blank) => {
    const before = await api.accounts.get(maria)
    await change(maria, { displayName: 'Maria Lopez', password: blank })
    expect(await api.accounts.get(maria)).toEqual(before)
    expect(await audit()).toEqual([])
  })

  it('refuses the whole change if the password is too short', async () => {
    await expect(change(maria, { displayName: 'New', password: 'short' })).rejects.toMatchObject(
      refused('invalid', 'Password must be at least 8 characters long'),
    )
    expect((await api.accounts.get(maria))?.displayName).toBe('Maria Lopez')
  })

  it('refuses a password that is easy to guess, also by the new name in the same change', async () => {
    const given = { displayName: 'Maria Ruiz', password: 'RuizMaria1' }
    await expect(change(maria, given)).rejects.toMatchObject(
      refused('invalid', passwordFaults.person),
    )
    await expect(change(maria, { password: 'sunshine7' })).rejects.toMatchObject(
      refused('invalid', passwordFaults.common),
    )
    expect((await api.accounts.get(maria))?.displayName).toBe('Maria Lopez')
    expect(await audit()).toEqual([])
  })

  it('records that the password was changed, but not the password', async () => {
    await change(maria, { password })
    const [entry] = await audit()
    expect(entry).toMatchObject({ what: 'user saved', after: { passwordChanged: true } })
    const stored = JSON.stringify((await api.ports.store.list('audit')).documents)
    expect(stored + api.logged.join()).not.toContain(password)
  })

  it('changes the address of an account, which stays the same', async () => {
    const moved = 'maria.ruiz@larkspur.example'
    expect(await change(maria, { email: ` ${moved.toUpperCase()} ` })).toMatchObject({
      uid: maria,
      email: moved,
    })
    // The same request sent again.
    await change(maria, { email: moved })
    expect(await audit()).toMatchObject([
      { what: 'user saved', before: { email: testPeople.member.email }, after: { email: moved } },
    ])
  })

  it('refuses an address that another account has, or that is none, and changes nothing', async () => {
    await create()
    await expect(change(maria, { email, displayName: 'New' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(change(maria, { email: 'maria@' })).rejects.toMatchObject(
      refused('invalid', 'Invalid email address format.'),
    )
    expect(await api.accounts.get(maria)).toMatchObject({ email: testPeople.member.email })
    expect((await call('member')(getPortal)).person.passwordSet).toBeUndefined()
  })

  it('disables and enables accounts, including Google accounts', async () => {
    for (const uid of [maria, wei]) {
      expect((await change(uid, { disabled: true })).disabled).toBe(true)
      expect((await change(uid, { disabled: false })).disabled).toBe(false)
    }
    expect((await audit()).map(({ what }) => what)).toEqual([
      'user disabled',
      'user enabled',
      'user disabled',
      'user enabled',
    ])
  })

  it('refuses to change a Google account’s name, address or password', async () => {
    const sentence =
      'This user signs in with Google, so the account can’t be changed here. You can disable it instead.'
    for (const body of [{ displayName: 'Wei' }, { password }, { email }]) {
      await expect(change(wei, body)).rejects.toMatchObject(refused('invalid', sentence))
    }
    await expect(call('admin')(resetPassword, { params: { uid: wei } })).rejects.toMatchObject(
      refused('invalid', sentence),
    )
  })

  it('refuses to disable oneself, or an admin who is still designated', async () => {
    await expect(change(admin, { disabled: true })).rejects.toMatchObject(
      refused('conflict', 'You can’t delete or disable your own account.'),
    )
    const other = { uid: 'hana', email: 'hana.takeda@larkspur.example' }
    api.accounts.put(other)
    const list = (await api.ports.store.get('admin', 'designatedAdmins'))!
    const { id, revision, updatedAt: _, ...body } = list
    const designatedAdmins = ['ruth.abelman@larkspur.example', other.email]
    await api.ports.store.update('admin', id, { ...body, designatedAdmins }, revision)
    await expect(change(other.uid, { disabled: true })).rejects.toMatchObject(
      refused('conflict', 'This user is an admin. Revoke the admin status first.'),
    )
    expect((await api.accounts.get(other.uid))?.disabled).toBe(false)
  })

  it('refuses a change of an unknown user', async () => {
    const missing = refused('notFound', 'User not found')
    await expect(change('nobody', { displayName: 'x' })).rejects.toMatchObject(missing)
    await expect(call('admin')(resetPassword, { params: { uid: 'nobody' } })).rejects.toMatchObject(
      missing,
    )
  })

  it('ends no session when the provider refuses the change', async () => {
    const accounts = {
      ...memoryAccounts(),
      get: api.accounts.get,
      update: () => Promise.reject(new Refusal('unavailable', 'Not at the moment.')),
    }
    const refusing = await testApi({ ports: { accounts } })
    const disabling = refusing.call('admin')(updateUser, {
      params: { uid: maria },
      body: { disabled: true },
    })
    await expect(disabling).rejects.toMatchObject({ code: 'unavailable' })
    expect((await refusing.ports.store.list('revoked_sessions')).documents).toEqual([])
    expect((await refusing.request('/api/portal', await asMember(refusing))).status).toBe(200)
    await refusing.close()
  })
})

describe('a deletion', () => {
  const remove = (uid: string) => call('admin')(deleteUser, { params: { uid } })

  it('removes the account and its sessions, and succeeds when sent again', async () => {
    const request = await asMember(api)
    expect((await api.request('/api/portal', request)).status).toBe(200)
    await remove(maria)
    expect(await api.accounts.get(maria)).toBeUndefined()
    expect((await api.request('/api/portal', request)).status).toBe(401)
    await remove(maria)
    expect(await audit()).toMatchObject([
      { what: 'user deleted', subject: maria, before: { displayName: 'Maria Lopez' }, after: null },
    ])
  })

  it('refuses to delete oneself, a Google account and an unknown user', async () => {
    await expect(remove(admin)).rejects.toMatchObject(
      refused('conflict', 'You can’t delete or disable your own account.'),
    )
    await expect(remove(wei)).rejects.toMatchObject(
      refused(
        'invalid',
        'This user signs in with Google, so the account can’t be deleted here. You can disable it instead.',
      ),
    )
    await expect(remove('nobody')).rejects.toMatchObject(refused('notFound', 'User not found'))
  })
})

describe('a password reset', () => {
  it('returns a link if the provider sends no mail, and audits the reset without it', async () => {
    const reset = await call('admin')(resetPassword, { params: { uid: maria } })
    expect(reset).toMatchObject({ sent: false, link: expect.stringMatching(/^http/) as string })
    const entries = await audit()
    expect(entries).toMatchObject([{ what: 'password reset offered', subject: maria }])
    expect(JSON.stringify(entries)).not.toContain(reset.link)
  })

  it('mails the owner a link that is stored nowhere, and ends no sign-in', async () => {
    const reset = await call('admin')(resetPassword, {
      params: { uid: maria },
      query: { as: 'mail' },
    })
    expect(reset).toEqual({ sent: true })
    await api.features.mail.sendDue()
    const [mail] = api.mails
    expect(mail?.to).toBe(testPeople.member.email)
    expect(Buffer.from(mail!.bytes).toString()).toMatch(/reset/)
    const { documents } = await api.ports.store.list('mails')
    expect(documents).toMatchObject([{ state: 'sent' }])
    expect(JSON.stringify(documents)).not.toContain('/reset')
    await call('member')(getPortal)
  })

  it('is not mailed while mail is off', async () => {
    const off = await testApi({ env: { MAIL: 'off' } })
    const reset = off.call('admin')(resetPassword, {
      params: { uid: maria },
      query: { as: 'mail' },
    })
    await expect(reset).rejects.toMatchObject({ code: 'conflict' })
    await off.close()
  })

  it('tells the owner that an admin has set a password, and not which', async () => {
    await change(maria, { password })
    await api.features.mail.sendDue()
    const text = Buffer.from(api.mails[0]!.bytes).toString()
    expect(text).toContain('Subject: A new password was set for your account')
    expect(text).not.toContain(password)
  })

  it('refuses a password reset for a disabled account', async () => {
    await change(maria, { disabled: true })
    const sentence = 'This account has been disabled. Please contact an administrator.'
    await expect(call('admin')(resetPassword, { params: { uid: maria } })).rejects.toMatchObject(
      refused('conflict', sentence),
    )
  })
})

async function asMember(through: TestApi) {
  return { headers: { authorization: `Bearer ${await through.tokenOf('member')}` } }
}
