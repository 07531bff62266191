import { addDesignatedAdmin, listDesignatedAdmins } from '@portal/contract/designated-admins'
import { getPortal, syncToken } from '@portal/contract/portal'
import { listSignIns } from '@portal/contract/sign-ins'
import { endUserSignIns, getUserAccess, removeUserAccess } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  testAdminKey,
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'

let time: number
let api: TestApi
const now = () => new Date(time)
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({ now })
})
afterEach(() => api.close())

const of = (who: TestIdentity) => ({ params: { uid: uidOf(who) } })
const admin = () => api.call('admin')
/** Signs in at this moment, as a browser does. */
const signIn = async (who: TestIdentity) => {
  const call = api.call({ ...who, signedInAt: Math.floor(time / 1000) })
  await call(syncToken)
  time += 2000
  return call
}
const written = async (what: string) =>
  (await api.ports.store.list('audit', { where: { what } })).documents

describe('removing a person’s access', () => {
  it('disables the account, ends its sign-ins and withdraws the designation', async () => {
    await admin()(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
    const wei = [await signIn(testPeople.staff), await signIn(testPeople.staff)]
    expect(await admin()(getUserAccess, of(testPeople.staff))).toEqual({
      disabled: false,
      isAdmin: true,
      signIns: 2,
    })
    const user = await admin()(removeUserAccess, of(testPeople.staff))
    expect(user).toMatchObject({ disabled: true, isAdmin: false })
    for (const call of wei) {
      await expect(call(getPortal)).rejects.toThrow('This account has been disabled.')
    }
    expect((await admin()(listDesignatedAdmins)).designatedAdmins).toEqual([testPeople.admin.email])
    expect(await admin()(getUserAccess, of(testPeople.staff))).toEqual({
      disabled: true,
      isAdmin: false,
      signIns: 0,
    })
    expect(await written('access removed')).toHaveLength(1)
    expect(await written('admin removed')).toHaveLength(1)
  })

  it('keeps a designated Google account that shares only the e-mail', async () => {
    await admin()(removeUserAccess, of({ ...testPeople.member }))
    expect((await admin()(listDesignatedAdmins)).designatedAdmins).toEqual([testPeople.admin.email])
  })

  it('returns the same result when repeated', async () => {
    await admin()(removeUserAccess, of(testPeople.member))
    expect((await admin()(removeUserAccess, of(testPeople.member))).disabled).toBe(true)
  })

  it('refuses oneself and the last admin, with the reason in the preview', async () => {
    const own = 'You can’t remove your own access.'
    expect((await admin()(getUserAccess, of(testPeople.admin))).refusal).toBe(own)
    await expect(admin()(removeUserAccess, of(testPeople.admin))).rejects.toThrow(own)
    const byKey = { 'x-admin-key': testAdminKey }
    const path = `/api/admin/users/${encodeURIComponent(uidOf(testPeople.admin))}/remove-access`
    const response = await api.request(path, { method: 'POST', headers: byKey })
    expect(response.status).toBe(409)
    expect((await admin()(getPortal)).person.isAdmin).toBe(true)
  })

  it('does nothing for an unknown account', async () => {
    await expect(admin()(removeUserAccess, { params: { uid: 'nobody' } })).rejects.toThrow(
      'User not found',
    )
  })
})

describe('ending a person’s sign-ins', () => {
  it('ends all sign-ins, and lets the person sign in again', async () => {
    const calls = [await signIn(testPeople.member), await signIn(testPeople.member)]
    await admin()(endUserSignIns, of(testPeople.member))
    for (const call of calls) {
      await expect(call(getPortal)).rejects.toThrow('Your sign-in has expired.')
    }
    time += 2000
    const again = await signIn(testPeople.member)
    expect((await again(listSignIns)).signIns).toHaveLength(1)
    expect(await written('sign-ins ended')).toHaveLength(1)
  })

  it('keeps a disabled account disabled', async () => {
    await api.disable('member')
    await admin()(endUserSignIns, of(testPeople.member))
    time += 2000
    await expect(api.call('member')(getPortal)).rejects.toThrow('has been disabled')
  })
})
