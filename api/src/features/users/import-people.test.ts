import { importPeople, listDirectory, saveDirectoryEntry } from '@portal/contract/directory'
import { deleteUser, listUsers, updateUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fullEntry, testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

type Listed = Parameters<typeof send>[0][number]

const ada = {
  name: 'Ada Park',
  role: 'Trustee',
  type: 'board',
  email: 'Ada.Park@larkspur.example',
}
const ben = { name: 'Ben Ode', role: 'Trustee', type: 'board' }
const email = 'ada.park@larkspur.example'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const send = async (
  people: NonNullable<Parameters<typeof body>[0]>,
  options: { accounts?: boolean } = {},
) => (await api.call('admin')(importPeople, body(people, options))).people
const body = (
  people: (Partial<Record<keyof ReturnType<typeof fullEntry>, string>> & {
    entry?: { id: string; revision: number }
  })[],
  { accounts = true } = {},
) => ({ body: { people, accounts } })
const one = async (person: Listed, options?: { accounts?: boolean }) =>
  (await send([person], options))[0]!
const directory = () => api.call('member')(listDirectory)
const accounts = async () => (await api.call('admin')(listUsers)).users
const ownersOf = async (address: string) =>
  (await accounts()).filter((user) => user.email === address)
const linkOf = async (id: string) => (await api.ports.store.get('directory', id))?.['account']
const audit = async () => (await api.ports.store.list('audit')).documents.map(({ what }) => what)

describe('a person who is new', () => {
  it('gets an entry and an account, which are linked and audited', async () => {
    const outcome = await one(ada)
    expect(outcome).toMatchObject({ entry: 'created', account: 'created', mayBeInvited: true })
    expect(await directory()).toEqual([{ ...ada, id: outcome.id, revision: 2 }])
    expect(await ownersOf(email)).toMatchObject([{ uid: outcome.uid, displayName: 'Ada Park' }])
    expect(await linkOf(outcome.id!)).toBe(outcome.uid)
    expect(new Set(await audit())).toEqual(
      new Set(['directory entry created', 'user created', 'account linked']),
    )
  })

  it('gets no account without an address, or if none is asked for', async () => {
    const outcomes = [await one(ben), await one(ada, { accounts: false })]
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ entry: 'created', account: 'none', mayBeInvited: false })
    }
    expect(await ownersOf(email)).toEqual([])
  })

  it('keeps every field of an entry', async () => {
    const { id } = await one(fullEntry(), { accounts: false })
    expect(await directory()).toEqual([{ ...fullEntry(), id, revision: 1 }])
  })

  it('is linked to the account that the address has, also beyond the first thousand', async () => {
    for (let at = 0; at < 1001; at++) {
      api.accounts.put({ uid: `at-${at}`, email: `at-${at}@larkspur.example` })
    }
    api.accounts.put({ uid: 'last', email })
    expect(await one(ada)).toMatchObject({ account: 'linked', uid: 'last', mayBeInvited: false })
  })

  it('is refused with the rule that is broken, and the others are imported', async () => {
    const outcomes = await send([{ ...ada, role: '' }, ben])
    expect(outcomes[0]).toEqual({
      entry: 'refused',
      account: 'none',
      mayBeInvited: false,
      refusal: 'Role is required',
    })
    expect((await directory()).map(({ name }) => name)).toEqual(['Ben Ode'])
    expect(await ownersOf(email)).toEqual([])
  })

  it('keeps the entry if the address can’t sign in', async () => {
    const outcome = await one({ ...ada, email: 'adä@larkspur.example' })
    expect(outcome).toMatchObject({
      entry: 'created',
      account: 'refused',
      refusal: 'Invalid email address format.',
    })
  })
})

describe('a list that is sent again', () => {
  it('duplicates nobody', async () => {
    const first = await send([ada, ben])
    const again = await send([{ ...ada, email }, ben])
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
    expect(await directory()).toHaveLength(2)
    expect(await ownersOf(email)).toHaveLength(1)
  })

  it('duplicates nobody if it is sent twice at the same time', async () => {
    const both = await Promise.all([send([ada, ben]), send([ada, ben])])
    expect(both[0].map(({ id }) => id)).toEqual(both[1].map(({ id }) => id))
    expect(await directory()).toHaveLength(2)
    expect(await ownersOf(email)).toHaveLength(1)
  })

  it('creates and links the accounts that an earlier request couldn’t', async () => {
    await one(ada, { accounts: false })
    expect(await one(ada)).toMatchObject({ entry: 'unchanged', account: 'created' })
    // An account that was created before its link could be stored.
    api.accounts.put({ uid: 'ben', email: 'ben@larkspur.example', providers: ['password'] })
    const bens = { ...ben, email: 'ben@larkspur.example' }
    expect(await one(bens)).toMatchObject({ account: 'linked', uid: 'ben', mayBeInvited: true })
  })

  it('gives somebody whose account was deleted another one', async () => {
    const { uid, id } = await one(ada)
    await api.call('admin')(deleteUser, { params: { uid: uid! } })
    const again = await one(ada)
    expect(again).toMatchObject({ entry: 'unchanged', account: 'created', id })
    expect(await linkOf(id!)).toBe(again.uid)
  })

  it('adds nobody again whose address was changed in the directory', async () => {
    const { id } = await one(ada)
    const form = { email: 'ada@larkspur.example' }
    await api.call('admin')(saveDirectoryEntry, { params: { id: id! }, form, revision: 2 })
    expect(await one(ada)).toMatchObject({
      entry: 'refused',
      refusal:
        'This person was added before, and has another address or name in the directory now.',
    })
    expect(await directory()).toHaveLength(1)
  })
})

describe('a person with an entry', () => {
  const stored = { id: 'ada', ...ada, phone: '555' }
  const entry = { id: 'ada', revision: 1 }
  beforeEach(() => api.ports.store.create('directory', 'ada', { ...ada, phone: '555' }))

  it('gets the texts of the list, and keeps what the list leaves empty', async () => {
    const outcome = await one({ ...ada, role: 'Chair', phone: '', entry }, { accounts: false })
    expect(outcome).toMatchObject({ entry: 'saved', id: 'ada' })
    expect(await directory()).toEqual([{ ...stored, role: 'Chair', revision: 2 }])
    // The same request again.
    await one({ ...ada, role: 'Chair', phone: '', entry }, { accounts: false })
    expect(await directory()).toMatchObject([{ revision: 2 }])
  })

  it('isn’t written if the entry has all of it', async () => {
    expect(await one({ ...ada, entry }, { accounts: false })).toMatchObject({ entry: 'unchanged' })
    expect(await audit()).toEqual([])
  })

  it('is refused if somebody has changed or added the entry in the meantime', async () => {
    const late = await send([
      { ...ada, role: 'Chair', entry: { id: 'ada', revision: 9 } },
      { ...ada, role: 'Chair' },
    ])
    expect(late.map(({ refusal }) => refusal)).toEqual([
      'Someone else has changed this in the meantime.',
      'Somebody has added this person in the meantime.',
    ])
    expect(await directory()).toEqual([{ ...stored, revision: 1 }])
  })

  it('is refused if two entries have the address', async () => {
    await api.ports.store.create('directory', 'other', { ...ada, name: 'Ada P.' })
    expect(await one(ada)).toMatchObject({
      entry: 'refused',
      refusal: 'Several entries of the directory match.',
    })
    expect(await ownersOf(email)).toEqual([])
  })

  it('keeps the account that the entry is linked to when either address changes', async () => {
    const { uid } = await one({ ...ada, entry })
    const form = { email: 'ada@larkspur.example' }
    await api.call('admin')(saveDirectoryEntry, { params: { id: 'ada' }, form, revision: 2 })
    await api.call('admin')(updateUser, {
      params: { uid: uid! },
      body: { email: 'park@larkspur.example' },
    })
    const again = await one({ ...ada, ...form, entry: { id: 'ada', revision: 3 } })
    expect(again).toMatchObject({ entry: 'unchanged', account: 'linked', uid })
    expect(await ownersOf('ada@larkspur.example')).toEqual([])
  })

  it('gets no account that belongs to another entry', async () => {
    const uid = uidOf(testPeople.member)
    await api.ports.store.create('directory', 'maria', { ...ben, account: uid })
    const address = testPeople.member.email
    const outcome = await one({ ...ada, email: address, entry })
    expect(outcome).toMatchObject({
      entry: 'saved',
      account: 'refused',
      refusal: 'The account with this address belongs to another entry of the directory.',
    })
  })
})
