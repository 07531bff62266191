import {
  addDesignatedAdmin,
  listDesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import { getPortal } from '@portal/contract/portal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, type TestPersonName } from '../../testing/test-api.ts'

const ruth = 'ruth.abelman@larkspur.example'
const wei = 'wei.chen@larkspur.example'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const list = async () => (await api.call('admin')(listDesignatedAdmins)).designatedAdmins
const add = (email: string, as: TestPersonName = 'admin', actingEmail = ruth) =>
  api.call(as)(addDesignatedAdmin, { body: { email, actingEmail } })
const remove = (email: string, as: TestPersonName = 'admin', actingEmail = ruth) =>
  api.call(as)(removeDesignatedAdmin, { query: { email, actingEmail } })
const audit = async () =>
  (await api.ports.store.list('audit')).documents.filter(({ what }) => what !== 'denied')

describe('the list of designated admins', () => {
  it('starts with the default admin', async () => {
    expect(await list()).toEqual([ruth])
  })

  it('has the names of those who have one, by their addresses', async () => {
    const { names } = await add('nobody@larkspur.example')
    expect(names).toEqual({ [ruth]: 'Ruth Abelman' })
    expect((await api.call('admin')(listDesignatedAdmins)).names).toEqual(names)
  })

  it('has the name of a former admin whom an account or the directory knows', async () => {
    await add(wei)
    const { names, designatedAdmins } = await remove(wei)
    expect(designatedAdmins).toEqual([ruth])
    expect(names).toEqual({ [ruth]: 'Ruth Abelman', [wei]: 'Wei Chen' })
  })

  it('grants and revokes admin rights at once', async () => {
    const isAdmin = async () => (await api.call('staff')(getPortal)).person.isAdmin
    expect(await isAdmin()).toBe(false)
    expect(await add(wei)).toMatchObject({ designatedAdmins: [ruth, wei] })
    expect(await isAdmin()).toBe(true)
    expect(await remove(wei)).toMatchObject({ designatedAdmins: [ruth] })
    expect(await isAdmin()).toBe(false)
  })

  it('stores addresses in lower case and without duplicates', async () => {
    expect(await add(' Wei.CHEN@Larkspur.example ')).toMatchObject({
      designatedAdmins: [ruth, wei],
    })
    expect(await add(wei.toUpperCase())).toMatchObject({ designatedAdmins: [ruth, wei] })
    expect(await remove('WEI.chen@larkspur.example')).toMatchObject({ designatedAdmins: [ruth] })
  })

  it('records one audit entry per change, even if a change is sent again', async () => {
    await add(wei)
    await add(wei)
    await remove(wei)
    await remove(wei)
    const entries = (await audit()).toSorted((a, b) =>
      String(a['what']).localeCompare(String(b['what'])),
    )
    expect(entries).toMatchObject([
      { what: 'admin added', subject: wei, by: { email: ruth }, before: [ruth] },
      { what: 'admin removed', subject: wei, before: [ruth, wei], after: [ruth] },
    ])
    const stored = await api.ports.store.get('admin', 'designatedAdmins')
    expect(stored).toMatchObject({ designatedAdmins: [ruth], revision: 3 })
    expect(String(stored?.['lastUpdated']) >= String(stored?.['createdAt'])).toBe(true)
  })

  it('keeps its last admin', async () => {
    await expect(remove(ruth)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Cannot remove the last admin. There must be at least one designated admin.',
    })
    expect(await list()).toEqual([ruth])
  })

  it('keeps an admin during two simultaneous removals', async () => {
    await add(wei)
    const outcomes = await Promise.allSettled([remove(ruth), remove(wei, 'staff')])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'conflict' } },
    ])
    const stored = await api.ports.store.get('admin', 'designatedAdmins')
    expect(stored?.['designatedAdmins']).toHaveLength(1)
  })

  it('keeps both of two simultaneous additions', async () => {
    await Promise.all([add(wei), add('hana.takeda@larkspur.example')])
    expect(await list()).toEqual(['hana.takeda@larkspur.example', ruth, wei])
  })

  it('repairs the list with the next change when the stored one can’t be read', async () => {
    const { id, revision } = (await api.ports.store.get('admin', 'designatedAdmins'))!
    await api.ports.store.update('admin', id, { designatedAdmins: 'broken' }, revision)
    expect(await add(wei)).toMatchObject({ designatedAdmins: [ruth, wei] })
  })
})

describe('designating an admin', () => {
  it.each(['', '   '])('requires an e-mail, and refuses %j', async (email) => {
    const sentence = { code: 'invalid', message: 'Email addresses are required' }
    await expect(add(email)).rejects.toMatchObject(sentence)
    await expect(remove(email)).rejects.toMatchObject(sentence)
  })

  it.each([
    'eve@evil-larkspur.example',
    'eve@larkspur.example.evil',
    'larkspur.example',
    '@larkspur.example',
    'a b@larkspur.example',
    'eve@elsewhere.example@larkspur.example',
  ])('requires a foundation e-mail, and refuses %s', async (email) => {
    await expect(add(email)).rejects.toMatchObject({
      code: 'invalid',
      message: 'Only @larkspur.example Google users can be designated as admins',
    })
  })

  it.each(['staff', 'member', 'adminByPassword'] as const)(
    'refuses %s, regardless of the acting e-mail they send',
    async (who) => {
      await expect(add(wei, who, ruth)).rejects.toMatchObject({
        code: 'forbidden',
        message: 'Unauthorized: Only admins can designate other admins',
      })
      await expect(remove(ruth, who, ruth)).rejects.toMatchObject({
        code: 'forbidden',
        message: 'Unauthorized: Only admins can remove admin designations',
      })
      expect(await list()).toEqual([ruth])
    },
  )

  it('records the token’s e-mail, not the one in the request', async () => {
    await add(wei, 'admin', 'somebody.else@larkspur.example')
    expect(await audit()).toMatchObject([{ by: { email: ruth } }])
  })
})
