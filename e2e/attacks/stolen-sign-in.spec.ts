import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { pathOf } from '@portal/domain/path-of'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { withdrawVersion } from '@portal/contract/paper-versions'
import { openPersonsRecords } from '@portal/contract/password-set'
import {
  approveRelease,
  promoteRelease,
  resumeRemote,
  rollbackRelease,
  saveCohorts,
  savePolicy,
} from '@portal/contract/pointers'
import { startExport } from '@portal/contract/portal-exports'
import { startPreview } from '@portal/contract/previews'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { getPortal } from '@portal/contract/portal'
import { endAllSignIns } from '@portal/contract/sign-ins'
import { createUser } from '@portal/contract/users'
import { callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { admin, type ProductionPortal, staff } from '../support/production-portal.ts'

const day = 86_400

// One worker: all of them use one portal.
test.describe.configure({ mode: 'default' })

let portal: ProductionPortal
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal({
    REQUIRE_SECOND_FACTOR: 'true',
    QA_ACCOUNTS: 'qa@larkspur.example',
  })
})
test.afterAll(() => portal.stop())

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
const callAs = (person: Parameters<ProductionPortal['tokenOf']>[0]) =>
  callWith(portal.url, portal.tokenOf(person))

test('a copied sign-in is useless after thirty days, even if its token is renewed', async () => {
  await callAs({ ...staff, signedInAt: ago(29 * day) })(getPortal)
  const old = callAs({ ...staff, signedInAt: ago(31 * day) })
  await expect(old(getPortal)).rejects.toMatchObject({ status: 401 })
})

test('an admin’s unlocked device can’t give anybody access', async () => {
  const left = callAs({ ...admin, signedInAt: ago(20 * 60) })
  await left(getPortal)
  const account = { email: 'intruder@larkspur.example', password: 'larkspur-board-2026' }
  for (const act of [
    () => left(createUser, { body: account }),
    () => left(createReleaseToken, { body: { name: 'intruder', remote: 'meetings' } }),
  ]) {
    await expect(act()).rejects.toMatchObject({ status: 401, code: 'reauthenticate' })
  }
})

test('an admin’s unlocked device changes neither what runs nor what is kept', async () => {
  const params = { remote: 'meetings', id: 'bylaws', version: 1, uid: 'uid' }
  const headers = {
    authorization: `Bearer ${portal.tokenOf({ ...admin, signedInAt: ago(20 * 60) })}`,
    'content-type': 'application/json',
  }
  for (const { method, path } of [
    promoteRelease,
    approveRelease,
    rollbackRelease,
    resumeRemote,
    savePolicy,
    saveCohorts,
    startPreview,
    saveNotesPolicy,
    withdrawVersion,
    startExport,
    addDesignatedAdmin,
    openPersonsRecords,
  ]) {
    const body = JSON.stringify({ anyway: true, step: '100', reason: 'Now' })
    const url = `${portal.url}${pathOf(path, params)}`
    const response = await fetch(url, { method, headers, body })
    const { code } = (await response.json()) as { code: string }
    expect([path, code]).toEqual([path, 'reauthenticate'])
  }
})

test('a stolen password alone gives no access where a code is required', async () => {
  const member = {
    email: 'maria.lopez@larkspur.example',
    provider: 'password',
    createdByAdmin: true,
  } as const
  await expect(callAs(member)(getPortal)).rejects.toMatchObject({
    status: 401,
    code: 'secondFactorRequired',
  })
  const headers = { cookie: `__session=${portal.tokenOf(member)}` }
  const page = await (await fetch(portal.url, { headers })).text()
  expect(page).not.toContain(member.email)
})

test('a stolen QA account changes nothing', async () => {
  const thief = callAs({
    email: 'qa@larkspur.example',
    provider: 'password',
    createdByAdmin: true,
  })
  expect((await thief(getPortal)).person.isQa).toBe(true)
  await expect(thief(endAllSignIns)).rejects.toMatchObject({
    status: 403,
    message: 'This is a QA account: it only reads.',
  })
})

test('an account can’t be created with a password that is easy to guess', async () => {
  for (const password of ['password1', 'larkspur-intruder', 'qwertyuiop']) {
    const body = { email: 'intruder@larkspur.example', password }
    await expect(callAs(admin)(createUser, { body })).rejects.toMatchObject({ status: 422 })
  }
})
