import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../refusal.ts'
import { type MemoryAccounts, memoryAccounts } from '../memory/memory-accounts.ts'
import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { secretsCollection } from './account-records.ts'
import { emulatorLinks } from './emulator-links.ts'
import { createPasswordHashes } from './password-hashes.ts'

const email = 'ada.park@larkspur.example'
const chosen = 'four words of a board'
const used = { code: 'unauthenticated' }

let time: number
let store: ReturnType<typeof openSqliteStore>
let service: MemoryAccounts
/** The passwords that the service has received. */
let passwords: string[]
let uid: string
beforeEach(async () => {
  time = Date.now()
  store = openSqliteStore({ path: ':memory:' })
  service = memoryAccounts(now)
  uid = (await service.create({ email, password: 'set by an admin', displayName: 'Ada Park' })).uid
  passwords = []
})
afterEach(() => store.close())

const now = () => new Date(time)

/** As after each start of the portal. */
const open = (update = service.update) =>
  emulatorLinks({
    store,
    accounts: {
      ...service,
      update: async (id, change, signal) => {
        const account = await update(id, change, signal)
        if (change.password !== undefined) passwords.push(change.password)
        return account
      },
    },
    publicUrl: 'http://portal.test',
    foundation: { name: 'Larkspur Foundation', domain: 'larkspur.example' },
    hashes: createPasswordHashes({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    now,
  })

async function linkFor(address = email): Promise<string> {
  const reset = await open().accounts.resetPassword(address)
  if (reset.sent) throw new Error('There is no mail.')
  const url = new URL(reset.link)
  expect(`${url.origin}${url.pathname}`).toBe('http://portal.test/choose-password')
  return url.hash.slice(1)
}

describe('a link to an account of another service', () => {
  it('sets the password once, also after a restart and when it is sent again', async () => {
    const link = await linkFor()
    expect(await open().links.linkOwner(link)).toEqual({ email })
    await open().links.choosePassword({ link, password: chosen })
    await open().links.choosePassword({ link, password: chosen })
    expect(passwords).toEqual([chosen, chosen])
    await expect(
      open().links.choosePassword({ link, password: 'something else' }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(passwords).toHaveLength(2)
    const { documents } = await store.list('audit', { where: { what: 'password chosen' } })
    expect(documents).toMatchObject([{ subject: uid }])
    expect(await store.get('revoked_sessions', uid)).toMatchObject({ reason: 'revoked' })
  })

  it('is completed by the next try if the service can’t be reached', async () => {
    const link = await linkFor()
    const away = open(async () => {
      throw new Refusal('unavailable', 'User accounts can’t be reached at the moment.')
    })
    await expect(away.links.choosePassword({ link, password: chosen })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await open().links.choosePassword({ link, password: chosen })
    expect(passwords).toEqual([chosen])
  })

  it('is used by one of two requests at the same time', async () => {
    const link = await linkFor()
    const outcomes = await Promise.allSettled(
      [chosen, 'five more words than before'].map((password) =>
        open().links.choosePassword({ link, password }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(passwords).toHaveLength(1)
  })

  it('is void after a newer one, a new password or address, its time, or the account', async () => {
    const first = await linkFor()
    const second = await linkFor()
    await expect(open().links.linkOwner(first)).rejects.toMatchObject(used)
    await open().accounts.update(uid, { displayName: 'Ada B. Park' })
    expect(await open().links.linkOwner(second)).toEqual({ email })
    await open().accounts.update(uid, { password: 'set by an admin again' })
    await expect(open().links.linkOwner(second)).rejects.toMatchObject(used)
    const moved = await linkFor()
    await open().accounts.update(uid, { email: 'ada.moved@larkspur.example' })
    await expect(open().links.linkOwner(moved)).rejects.toMatchObject(used)
    await open().accounts.update(uid, { email })
    const third = await linkFor()
    time += 14 * 86_400_000 + 1
    await expect(open().links.linkOwner(third)).rejects.toMatchObject(used)
    await open().links.prune()
    expect((await secretsCollection.in(store).list()).documents).toEqual([])
    const last = await linkFor()
    await service.delete(uid)
    await expect(open().links.linkOwner(last)).rejects.toMatchObject(used)
  })

  it('keeps the rules for passwords, and refuses a disabled account and an unknown address', async () => {
    const link = await linkFor()
    for (const password of ['short', 'password2026', 'Larkspur2026', 'adapark1']) {
      await expect(open().links.choosePassword({ link, password })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
    await service.update(uid, { disabled: true })
    await expect(open().links.choosePassword({ link, password: chosen })).rejects.toThrow(
      /disabled/,
    )
    await expect(linkFor('nobody@larkspur.example')).rejects.toMatchObject({ code: 'notFound' })
    expect(passwords).toEqual([])
  })
})
