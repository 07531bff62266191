import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownSignIn } from '../api/src/adapters/portal/portal-fixture.ts'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { withAuditChain } from '../api/src/platform/audit/audit-chain.ts'
import { ownSignInEnv } from '../api/src/platform/env/production-fixture.ts'
import { operatorCommand, portalCommand } from './operator-command-fixture.ts'

let folder: string
const file = (name: string) => path.join(folder, name)
const open = () => withAuditChain(openSqliteStore({ path: file('portal.sqlite') }))

const claims = '{"createdByAdmin":true}'
const users = [
  {
    localId: 'uid-maria',
    email: 'Maria.Lopez@larkspur.example',
    displayName: 'Maria Lopez',
    customAttributes: claims,
    passwordHash: 'a hash of Firebase',
    salt: 'salt',
    createdAt: '1767225600000',
    lastSignedInAt: '1767312000000',
    providerUserInfo: [],
  },
  {
    localId: 'uid-ruth',
    email: 'ruth.abelman@larkspur.example',
    emailVerified: true,
    disabled: true,
    createdAt: '1767225600000',
    providerUserInfo: [{ providerId: 'google.com', rawId: '1234567890' }],
  },
  { localId: 'uid-visitor', email: 'visitor@larkspur.example', createdAt: '1767225600000' },
  { localId: 'uid-nobody', createdAt: '1767225600000' },
]

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'board-portal-accounts-'))
  await open().close()
  writeFileSync(file('from-firebase.json'), JSON.stringify({ users }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const accounts = (args: string[], env = ownSignInEnv) =>
  operatorCommand('accounts', args, { env: { ...env, DATA_FOLDER: folder } })

it('imports accounts from Firebase with their ids, and makes links for people with a password', async () => {
  const env = { ...ownSignInEnv, DATA_FOLDER: folder }
  const args = ['accounts', 'import', file('from-firebase.json')]
  const { code, output } = await portalCommand(args, { env })
  expect(output).toContain('Imported: 2. Already there: 0.')
  expect(output).toContain('Left out: visitor@larkspur.example, because no admin has created it.')
  expect(output).toContain('Left out: uid-nobody, because it has no e-mail address.')
  expect(code).toBe(0)
  const [, link = ''] = /maria\.lopez@larkspur\.example {2}(\S+)/.exec(output) ?? []
  expect(link).toMatch(/^https:\/\/board\.larkspur\.example\/choose-password#[\w-]{43}$/)
  expect(output).not.toContain('ruth.abelman')

  const store = open()
  const own = ownSignIn(store)
  expect(await own.accounts.get('uid-ruth')).toMatchObject({
    providers: ['google.com'],
    emailVerified: true,
    disabled: true,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  const password = 'a sentence of her own'
  await own.calls.choosePassword({ link: link.split('#')[1]!, password })
  const given = { email: 'maria.lopez@larkspur.example', password }
  expect(await own.calls.signIn(given, { address: '198.51.100.7' })).toMatchObject({
    uid: 'uid-maria',
  })
  const { documents } = await store.list('audit', { where: { what: 'user imported' } })
  expect(documents).toHaveLength(2)
  await store.close()
})

it('changes nothing when it is repeated, and makes no link for somebody who has a password', async () => {
  const { output } = await accounts(['import', file('from-firebase.json')])
  expect(output).toContain('Imported: 0. Already there: 2.')
  expect(output).not.toContain('choose-password')
})

it('exports accounts for Firebase without passwords, which imports them again', async () => {
  expect(await accounts(['export', file('to-firebase.json')])).toMatchObject({ code: 0 })
  const text = readFileSync(file('to-firebase.json'), 'utf8')
  expect(text).not.toMatch(/argon2|password/i)
  const exported = JSON.parse(text) as { users: object[] }
  expect(exported.users).toHaveLength(2)
  expect(exported.users).toContainEqual(
    expect.objectContaining({ localId: 'uid-maria', customAttributes: claims }),
  )
  expect(exported.users).toContainEqual(
    expect.objectContaining({
      localId: 'uid-ruth',
      providerUserInfo: [{ providerId: 'google.com', rawId: '1234567890' }],
    }),
  )
  // An earlier file stays.
  expect((await accounts(['export', file('to-firebase.json')])).code).not.toBe(0)
})

it('refuses what isn’t a file of Firebase’s, and a portal whose accounts are elsewhere', async () => {
  writeFileSync(file('odd.json'), '{"users":[{"localId":7}]}')
  expect(await accounts(['import', file('odd.json')])).toMatchObject({
    code: 1,
    output: expect.stringContaining('isn’t a file of firebase auth:export'),
  })
  const elsewhere = { ...ownSignInEnv, NODE_ENV: 'test', IDENTITY: 'emulator' }
  expect(await accounts(['import', file('from-firebase.json')], elsewhere)).toMatchObject({
    code: 1,
    output: expect.stringContaining('IDENTITY=portal'),
  })
  expect(await accounts(['import'])).toMatchObject({ code: 2 })
})
