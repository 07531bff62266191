import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { adminsCheck } from '../../features/doctor/admins-check.ts'
import { createAdminList } from './admin-list.ts'
import { adminWarnings } from './admin-warnings.ts'
import { adminCollection, adminsDocument } from './designated-admins.ts'

const domain = 'larkspur.example'
const [ruth, wei] = [`ruth@${domain}`, `wei@${domain}`]
const by = { portal: 'operator' } as const
const now = () => new Date('2026-11-27T09:00:00Z')

async function storeWith(designatedAdmins?: string[]) {
  const store = openSqliteStore({ path: ':memory:' })
  const time = now().toISOString()
  const body = designatedAdmins && { designatedAdmins, createdAt: time, lastUpdated: time }
  if (body) await store.create(adminCollection.name, adminsDocument, body)
  return store
}

async function warningsOf(admins: string[] | undefined, { setting = ruth, disabled = [''] } = {}) {
  const store = await storeWith(admins)
  const isDisabled = async (email: string) => disabled.includes(email)
  return adminWarnings({ store, domain, defaultAdminEmail: setting, isDisabled })
}

it('warns of nothing while an admin can sign in, and before the first start', async () => {
  expect(await warningsOf(undefined)).toEqual([])
  expect(await warningsOf([ruth])).toEqual([])
  expect(await warningsOf([ruth, wei, 'anna@elsewhere.example'], { disabled: [ruth] })).toEqual([])
})

it('warns when no designated admin can sign in', async () => {
  expect(await warningsOf([ruth, 'anna@elsewhere.example'], { disabled: [ruth] })).toEqual([
    `No designated admin can sign in (disabled: ${ruth}; not of @${domain} (FOUNDATION_DOMAIN): anna@elsewhere.example). Add one with \`portal admins add <email>\`.`,
  ])
})

it('warns when the setting names somebody who isn’t on the stored list', async () => {
  const [warning, ...others] = await warningsOf([`rut@${domain}`])
  expect(warning).toBe(
    `${ruth} (DEFAULT_ADMIN_EMAIL) isn’t a designated admin. The setting counts at the first start and when it changes; the admins are rut@${domain}. To change them, use \`portal admins\`.`,
  )
  expect(others).toEqual([])
})

it('doesn’t warn because the accounts can’t be read', async () => {
  const store = await storeWith([ruth])
  const isDisabled = async () => {
    throw new Error('No response')
  }
  const about = { store, domain, defaultAdminEmail: ruth, isDisabled }
  expect(await adminWarnings(about)).toEqual([])
})

it('keeps the last admin who can sign in', async () => {
  const store = await storeWith([ruth, wei, 'anna@elsewhere.example'])
  const list = createAdminList({ store, domain, defaultAdminEmail: ruth, now })
  expect(await list.remove(by, wei)).toEqual(['anna@elsewhere.example', ruth])
  await expect(list.remove(by, ruth)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Cannot remove the last admin. There must be at least one designated admin.',
  })
  expect(await list.remove(by, 'anna@elsewhere.example')).toEqual([ruth])
  await expect(list.remove(by, ruth)).rejects.toMatchObject({ code: 'conflict' })
})

it('also makes the doctor warn', async () => {
  const account = { email: ruth, disabled: true, providers: ['google.com'] }
  const accounts = { list: async () => ({ accounts: [account] }) }
  const check = async (admins?: string[]) => {
    const store = await storeWith(admins)
    return adminsCheck({ open: async () => store, accounts, domain, defaultAdminEmail: ruth }).run()
  }
  expect(await check()).toBe(`no list yet; the first start creates it with ${ruth}`)
  expect(await check([ruth, wei])).toBe(`${ruth}, ${wei}`)
  expect(await check([ruth])).toEqual({
    caution: expect.stringContaining(`No designated admin can sign in (disabled: ${ruth}).`),
  })
})
