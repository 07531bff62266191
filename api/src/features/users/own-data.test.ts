import { getOwnData } from '@portal/contract/own-data'
import { removeUserAccess } from '@portal/contract/users'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordChange } from '../../platform/audit/record-change.ts'
import { testPeople } from '../../testing/test-api.ts'
import { email, portalOfLeaver, uid, words } from './leaver-fixture.ts'
import { personalDataOf } from './users-feature.ts'

let portal: Awaited<ReturnType<typeof portalOfLeaver>>
beforeEach(async () => {
  portal = await portalOfLeaver()
})
afterEach(() => portal.close())

const exported = (who: string) =>
  personalDataOf(portal.store, { who, at: new Date('2026-11-21T10:00:00Z') })
const audited = async () =>
  (await portal.ports.store.list('audit', { where: { what: 'personal data exported' } })).documents

it('gives a person what the portal has about them', async () => {
  const data = await portal.call('staff')(getOwnData)
  expect(data).toMatchObject({ uid, email, entry: { id: portal.entry, name: 'Wei Chen' } })
  expect(data.terms).toEqual([
    { body: 'board', office: 'staff', voting: false, from: '2026-01-01' },
  ])
  expect(data.signIns.length).toBeGreaterThan(0)
  const whats = data.changes.map(({ what, isOwn }) => `${what} ${isOwn}`)
  expect(whats).toContain('release token created true')
  expect(whats).toContain('account linked false')
  expect(data.accesses.map(({ what }) => what)).toContain('signed in')
  // Values are the foundation's, and other people's.
  expect(JSON.stringify(data)).not.toContain(testPeople.admin.email)
})

it('gives nobody else’s data, to an admin neither', async () => {
  const data = await portal.call('admin')(getOwnData)
  expect(JSON.stringify(data.signIns)).not.toContain(uid)
  expect(data.entry).toBeUndefined()
  const asMember = portal.call('admin', { 'x-portal-view': 'member' })
  await expect(asMember(getOwnData)).rejects.toMatchObject({ code: 'forbidden' })
})

it('has nothing that somebody else did while the address was theirs', async () => {
  const by = { uid: 'an earlier account', email }
  const at = new Date('2026-11-01T10:00:00Z')
  const act = { at, by, what: 'legal hold set', subject: 'notes' }
  await portal.ports.store.transaction((transaction) => recordChange(transaction, act))
  const { changes } = await portal.call('staff')(getOwnData)
  expect(changes.map(({ what }) => what)).not.toContain(act.what)
  expect(changes.filter(({ isOwn }) => isOwn)).not.toEqual([])
})

it('is written by an operator, notes and reading too, for a person whose access has ended', async () => {
  await portal.call('admin')(removeUserAccess, { params: { uid } })
  await expect(portal.call('staff')(getOwnData)).rejects.toThrow('has been disabled')
  const data = await exported(email.toUpperCase())
  expect(data).toMatchObject({
    uid,
    entry: { name: 'Wei Chen' },
    reading: { papers: [{ documentId: 'budget' }] },
    notes: [{ text: words, documentId: 'budget' }],
  })
  expect(await exported(uid)).toMatchObject({ uid, notes: [{ text: words }] })
  const entries = await audited()
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({ by: { portal: 'operator' }, subject: uid, after: null })
})

it('is refused for somebody whom the portal doesn’t know', async () => {
  // An address without an entry: the account's id is unknown, and with it the notes.
  await expect(exported(testPeople.admin.email)).rejects.toThrow('Nobody is found')
  await expect(exported('nobody@larkspur.example')).rejects.toThrow('Nobody is found')
  expect(await audited()).toEqual([])
})
