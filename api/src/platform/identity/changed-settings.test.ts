import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { createAdminList, storedAdmins } from './admin-list.ts'
import { applyChangedSettings, changedSettings, lastSettings } from './changed-settings.ts'
import { createDesignatedAdmins } from './designated-admins.ts'
import { silentLog } from '../log.ts'

const now = () => new Date('2026-11-27T09:00:00Z')
const google = (email: string, disabled = false) => ({ email, disabled, providers: ['google.com'] })
const everyone = [
  google('ada@wren.example'),
  google('bo@wren.example'),
  google('cy@wren.example', true),
  google('stranger@elsewhere.example'),
  { email: 'dee@wren.example', disabled: false, providers: ['password'] },
]

/** A portal that starts with these settings: returns the warnings. */
function portal() {
  const store = openSqliteStore({ path: ':memory:' })
  const accounts = {
    list: async ({ pageToken }: { pageToken?: string }) =>
      pageToken
        ? { accounts: everyone.slice(2) }
        : { accounts: everyone.slice(0, 2), nextPageToken: 'second' },
  }
  const partsOf = (domain: string, admin: string) => ({
    store,
    accounts,
    domain,
    now,
    timeZone: 'America/Los_Angeles',
    defaultAdminEmail: `${admin}@${domain}`,
  })
  return {
    store,
    partsOf,
    start: async (domain: string, admin: string) => {
      const parts = partsOf(domain, admin)
      await createDesignatedAdmins({ ...parts, log: silentLog }).ready
      return changedSettings(parts, await applyChangedSettings(parts))
    },
    admins: () => storedAdmins(store),
  }
}

it('warns of nothing at the first start, nor while nothing changes', async () => {
  const { start, admins } = portal()
  expect(await start('wren.example', 'ada')).toEqual([])
  expect(await start('wren.example', 'ada')).toEqual([])
  expect(await admins()).toEqual(['ada@wren.example'])
})

it('designates a new first admin once, and keeps the others', async () => {
  const { start, admins, store, partsOf } = portal()
  await start('wren.example', 'ada')
  expect(await start('wren.example', 'bo')).toEqual([
    'DEFAULT_ADMIN_EMAIL was ada@wren.example: bo@wren.example becomes a designated admin, and the others stay.',
  ])
  expect(await admins()).toEqual(['ada@wren.example', 'bo@wren.example'])
  const { documents } = await store.list('audit')
  expect(documents).toMatchObject([
    { what: 'admin added', subject: 'bo@wren.example', by: { portal: 'operator' } },
  ])
  // Somebody removes the first admin: the setting doesn't bring them back.
  await createAdminList(partsOf('wren.example', 'bo')).remove(
    { portal: 'operator' },
    'bo@wren.example',
  )
  expect(await start('wren.example', 'bo')).toEqual([])
  expect(await admins()).toEqual(['ada@wren.example'])
})

it('names everyone whom another domain locks out', async () => {
  const { start, admins } = portal()
  await start('wren.example', 'ada')
  const [sentence] = await start('wrenhill.example', 'ada')
  expect(sentence).toBe(
    'FOUNDATION_DOMAIN was wren.example: Google sign-in and admin rights need an address of @wrenhill.example now. Locked out: ada@wren.example, bo@wren.example. No longer admins: ada@wren.example.',
  )
  expect(await admins()).toEqual(['ada@wren.example', 'ada@wrenhill.example'])
})

it('warns without names while the accounts can’t be read', async () => {
  const { start, partsOf, store } = portal()
  await start('wren.example', 'ada')
  const list = async () => {
    throw new Error('No response')
  }
  const [sentence] = await changedSettings(
    { ...partsOf('x.example', 'ada'), accounts: { list } },
    await lastSettings(store),
  )
  expect(sentence).toContain('Who is locked out isn’t known, because the accounts can’t be read.')
})
