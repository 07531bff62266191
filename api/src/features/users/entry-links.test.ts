import { randomUUID } from 'node:crypto'
import {
  linkAccount,
  listDirectory,
  listNotLinked,
  saveDirectoryEntry,
} from '@portal/contract/directory'
import { syncToken } from '@portal/contract/portal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { googleAccount, ownSignIn } from '../../adapters/portal/portal-fixture.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { createEntryLinksService } from './entry-links-service.ts'

const ada = { name: 'Ada Park', role: 'Trustee', type: 'board', email: 'Ada.Park@larkspur.example' }
const email = 'ada.park@larkspur.example'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const addEntry = (id: string, entry: Record<string, unknown> = ada) =>
  api.ports.store.create('directory', id, entry)
const linkOf = async (id: string) => (await api.ports.store.get('directory', id))?.['account']
const audited = async () => {
  const { documents } = await api.ports.store.list('audit', { orderBy: 'at' })
  return documents.map(({ what, by, subject }) => ({ what, by, subject }))
}
const byPortal = { what: 'account linked', by: { portal: 'sign-in' }, subject: 'ada' }

const adapters = {
  'in memory': () => ({
    accounts: api.accounts as Accounts,
    add: async (address: string) => {
      const uid = randomUUID()
      api.accounts.put({ uid, email: address })
      return uid
    },
  }),
  'of the portal’s own': () => ({
    accounts: ownSignIn(api.ports.store).accounts,
    add: (address: string) => googleAccount(api.ports.store, address, 'Ada Park'),
  }),
}

describe.each(Object.entries(adapters))('a Google account (%s)', (_, open) => {
  let accounts: Accounts
  let add: (address: string) => Promise<string>
  let uid: string
  beforeEach(async () => {
    const opened = open()
    accounts = opened.accounts
    add = opened.add
    uid = await add(email)
  })
  const linksOf = (domain = 'larkspur.example') =>
    createEntryLinksService({ directory: api.features.directory, accounts, domain })
  const links = (...uids: string[]) =>
    accounts.getMany(uids).then((found) => linksOf().linkMatching(found))

  it('is linked to the one entry with its address, once, and audited', async () => {
    await addEntry('ada')
    await links(uid)
    await links(uid)
    expect(await linkOf('ada')).toBe(uid)
    expect(await audited()).toEqual([byPortal])
  })

  it('is linked once if two portals notice its sign-ins at the same time', async () => {
    await addEntry('ada')
    await Promise.all([links(uid), links(uid), links(uid)])
    expect(await linkOf('ada')).toBe(uid)
    expect(await audited()).toEqual([byPortal])
  })

  it('isn’t linked if two entries have its address', async () => {
    await addEntry('ada')
    await addEntry('other', { ...ada, name: 'Ada P.', email })
    await links(uid)
    expect([await linkOf('ada'), await linkOf('other')]).toEqual([undefined, undefined])
  })

  it('isn’t linked by a name, nor to an entry without an address', async () => {
    await addEntry('ada', { ...ada, email: undefined })
    await links(uid)
    expect(await linkOf('ada')).toBeUndefined()
  })

  it('doesn’t replace the account that an entry has, regardless of the address that the entry gets', async () => {
    await addEntry('ada')
    await links(uid)
    const form = { email: 'park@larkspur.example' }
    await api.call('admin')(saveDirectoryEntry, { params: { id: 'ada' }, form, revision: 2 })
    const other = await add(form.email)
    await links(other, uid)
    expect(await linkOf('ada')).toBe(uid)
  })

  it('replaces an account that was deleted', async () => {
    await addEntry('ada', { ...ada, account: 'gone' })
    await links(uid)
    expect(await linkOf('ada')).toBe(uid)
  })

  it('gets no second entry', async () => {
    await addEntry('ada')
    await links(uid)
    const form = { email: 'park@larkspur.example' }
    await api.call('admin')(saveDirectoryEntry, { params: { id: 'ada' }, form, revision: 2 })
    await addEntry('other')
    await links(uid)
    expect([await linkOf('ada'), await linkOf('other')]).toEqual([uid, undefined])
  })

  it('isn’t linked without an address of the foundation', async () => {
    await addEntry('ada')
    const found = await accounts.getMany([uid])
    await linksOf('heather.example').linkMatching(found)
    await linksOf().linkMatching(found.map((account) => ({ ...account, emailVerified: false })))
    await linksOf().linkMatching(found.map((account) => ({ ...account, providers: ['password'] })))
    expect(await linkOf('ada')).toBeUndefined()
  })
})

it('links the accounts of people who have signed in', async () => {
  const { admin } = testPeople
  await addEntry('ruth', { ...ada, name: 'Ruth Abelman', email: admin.email })
  await addEntry('maria', { ...ada, email: testPeople.member.email })
  await api.call('admin')(syncToken)
  await api.call('member')(syncToken)
  await api.features.users.watch.check()
  expect(await linkOf('ruth')).toBe(uidOf(admin))
  // Her account has a password.
  expect(await linkOf('maria')).toBeUndefined()
})

describe('what isn’t linked', () => {
  const maria = testPeople.member.email
  const mariasUid = uidOf(testPeople.member)
  const notLinked = () => api.call('admin')(listNotLinked)
  const link = (id: string, account: string, revision: number) =>
    api.call('admin')(linkAccount, { params: { id }, body: { account }, revision })
  beforeEach(async () => {
    for (const { uid } of (await api.accounts.list()).accounts) {
      if (uid !== mariasUid) await api.accounts.delete(uid)
    }
  })

  it('is listed with the reason', async () => {
    const other = { ...ada, role: 'Trustee', type: 'staff' }
    await addEntry('a', { ...other, name: 'Ann', email: undefined })
    await addEntry('b', { ...other, name: 'Ben', email: 'ben@larkspur.example' })
    await addEntry('c', { ...other, name: 'Cara', email: 'pair@larkspur.example' })
    await addEntry('d', { ...other, name: 'Dan', email: 'Pair@larkspur.example' })
    await addEntry('e', { ...other, name: 'Eve', email: maria })
    await addEntry('f', { ...other, name: 'Finn', email: 'eve@larkspur.example' })
    await addEntry('g', { ...other, name: 'Gus', email: 'gus@larkspur.example', account: 'fs' })
    // Is linked at the next sign-in.
    await addEntry('h', { ...other, name: 'Hal', email: 'hal@larkspur.example' })
    api.accounts.put({ uid: 'hal', email: 'hal@larkspur.example' })
    api.accounts.put({ uid: 'pair', email: 'pair@larkspur.example' })
    api.accounts.put({ uid: 'fs', email: 'eve@larkspur.example' })
    api.accounts.put({ uid: 'gus', email: 'gus@larkspur.example' })
    api.accounts.put({ uid: 'nobody', email: 'nobody@larkspur.example' })
    // Can't sign in.
    api.accounts.put({ uid: 'off', email: 'off@larkspur.example', disabled: true })
    api.accounts.put({ uid: 'elsewhere', email: 'ben@evil-larkspur.example' })
    const { entries, accounts, counts } = await notLinked()
    expect(entries.map(({ id, reason, account }) => [id, reason, account])).toEqual([
      ['a', 'noAddress', undefined],
      ['b', 'noMatch', undefined],
      ['c', 'several', undefined],
      ['d', 'several', undefined],
      ['e', 'notGoogle', mariasUid],
      ['f', 'taken', undefined],
    ])
    expect(accounts.map(({ uid, reason }) => [uid, reason])).toEqual([
      ['gus', 'taken'],
      [mariasUid, 'notGoogle'],
      ['nobody', 'noMatch'],
      ['pair', 'several'],
    ])
    expect(counts).toEqual({ entries: 6, accounts: 4 })
  })

  it('is linked by hand, once, and the link can be removed', async () => {
    await addEntry('maria', { ...ada, email: maria })
    expect(await link('maria', mariasUid, 1)).toEqual({ id: 'maria', revision: 2 })
    expect(await link('maria', mariasUid, 1)).toEqual({ id: 'maria', revision: 2 })
    expect(await notLinked()).toEqual({
      entries: [],
      accounts: [],
      counts: { entries: 0, accounts: 0 },
    })
    expect(await link('maria', '', 2)).toEqual({ id: 'maria', revision: 3 })
    expect((await audited()).map(({ what }) => what)).toEqual([
      'account linked',
      'account unlinked',
    ])
    expect(await api.call('member')(listDirectory)).toEqual([
      { ...ada, email: maria, id: 'maria', revision: 3 },
    ])
  })

  it('isn’t linked to an account or entry that is linked, gone or changed', async () => {
    api.accounts.put({ uid: 'ada', email })
    await addEntry('ada', { ...ada, account: 'ada' })
    await addEntry('maria', { ...ada, email: maria })
    await expect(link('maria', 'ada', 1)).rejects.toMatchObject({ code: 'conflict' })
    await expect(link('ada', mariasUid, 1)).rejects.toMatchObject({ code: 'conflict' })
    await expect(link('maria', 'gone', 1)).rejects.toMatchObject({ code: 'notFound' })
    await expect(link('gone', mariasUid, 1)).rejects.toMatchObject({ code: 'notFound' })
    await expect(link('maria', mariasUid, 9)).rejects.toMatchObject({ code: 'stale' })
    expect(await linkOf('maria')).toBeUndefined()
  })

  it('is linked by one of two admins who link it to different accounts at the same time', async () => {
    api.accounts.put({ uid: 'ada', email })
    await addEntry('maria', { ...ada, email: maria })
    const both = await Promise.allSettled([link('maria', mariasUid, 1), link('maria', 'ada', 1)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
