import { listDesignatedAdmins } from '@portal/contract/designated-admins'
import { deleteDirectoryEntry, listDirectory } from '@portal/contract/directory'
import { getNotesPolicy, saveNotesPolicy } from '@portal/contract/notes-policy'
import { getCohorts } from '@portal/contract/pointers'
import { undoChanges } from '@portal/contract/undo'
import { deleteUser, eraseUser, listUsers, removeUserAccess } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testPeople, uidOf } from '../../testing/test-api.ts'
import { email, portalOfLeaver, uid, words } from './leaver-fixture.ts'

let portal: Awaited<ReturnType<typeof portalOfLeaver>>
beforeEach(async () => {
  portal = await portalOfLeaver()
})
afterEach(() => portal.close())

/** The collections that keep a person's id or address: who did what, and when they may not come back. */
const kept = ['audit', 'audit_access', 'release_tokens', 'revoked_sessions']
const params = { uid }
const erase = () => portal.call('admin')(eraseUser, { params })
const endAccess = () => portal.call('admin')(removeUserAccess, { params })
const hold = async (...reasons: string[]) => {
  const { revision = 'new' as const } = await portal.call('admin')(getNotesPolicy)
  const holds = reasons.map((reason) => ({ reason }))
  await portal.call('admin')(saveNotesPolicy, { body: { holds }, revision })
}
const written = async (what: string) =>
  (await portal.ports.store.list('audit', { where: { what } })).documents

describe('erasing an account', () => {
  it('leaves nothing of the person but what they released and the audit, which has it once and without the contents', async () => {
    const own = [uid, email, portal.photo, words, portal.entry]
    expect(portal.collectionsWith(...own)).toEqual(
      expect.arrayContaining([
        'directory',
        'ended_sign_ins',
        'notes',
        'reading',
        'terms',
        'uploads',
      ]),
    )
    expect(await portal.blobsWith(portal.photo, 'uploads/')).toHaveLength(2)
    await endAccess()
    await Promise.all([erase(), erase()])
    expect(portal.collectionsWith(...own)).toEqual(kept)
    expect(portal.collectionsWith(words, portal.photo)).toEqual(['audit'])
    const accounts = await written('account erased')
    expect(accounts).toMatchObject([
      { subject: uid, after: null, before: { email, disabled: true } },
    ])
    const entries = await written('directory entry erased')
    expect(entries).toMatchObject([{ subject: portal.entry, before: { name: 'Wei Chen' } }])
    // Nothing leads back to what was deleted.
    expect(entries[0]).not.toHaveProperty('deletedRevision')
    expect(await portal.blobsWith(portal.photo, 'uploads/', uid)).toEqual([])

    // A name is kept in memory for a minute, and the end of the sign-ins for an hour.
    await portal.features.users.watch.check()
    portal.advance(2 * 3_600_000)
    await portal.features.users.watch.check()
    expect(portal.collectionsWith(...own)).toEqual(
      kept.filter((name) => name !== 'revoked_sessions'),
    )
    const { users } = await portal.call('admin')(listUsers)
    const replies = [
      users,
      await portal.call('admin')(listDirectory),
      await portal.call('admin')(listDesignatedAdmins),
      await portal.call('admin')(getCohorts, { params: { remote: 'meetings' } }),
    ]
    expect(JSON.stringify(replies)).not.toMatch(/wei\.chen/i)
    expect(users.map((user) => user.email)).toContain(testPeople.admin.email)
  })

  it('leaves no terms of a person whose entry of the directory was deleted before', async () => {
    const { entry } = portal
    const { revision } = (await portal.ports.store.get('directory', entry))!
    await portal.call('admin')(deleteDirectoryEntry, { params: { id: entry }, revision })
    expect(portal.collectionsWith(entry)).toContain('terms')
    await endAccess()
    await erase()
    expect(portal.collectionsWith(entry)).toEqual(['audit'])
    const [deletion] = await written('directory entry deleted')
    const undo = portal.call('admin')(undoChanges, { body: { changes: [{ entry: deletion!.id }] } })
    await expect(undo).rejects.toMatchObject({ status: 409 })
    expect(portal.collectionsWith(entry)).toEqual(['audit'])
  })

  it('is completed by the same request, wherever it was interrupted', async () => {
    await endAccess()
    for (let writes = 0; ; writes += 1) {
      portal.allowWrites(writes)
      const isDone = await erase().then(
        () => true,
        () => false,
      )
      portal.allowWrites(Infinity)
      if (isDone) break
    }
    expect(portal.collectionsWith(uid, email, portal.photo, words)).toEqual(kept)
    expect(await portal.blobsWith(portal.photo, 'uploads/')).toEqual([])
    expect(await portal.accounts.get(uid)).toBeUndefined()
    await erase()
    expect(await written('account erased')).toHaveLength(1)
    expect(await written('directory entry erased')).toHaveLength(1)
  })

  it('is refused before access has ended, for oneself, and for an unknown account', async () => {
    await expect(erase()).rejects.toThrow('End their access first.')
    const call = portal.call('admin')
    await expect(call(eraseUser, { params: { uid: uidOf(testPeople.admin) } })).rejects.toThrow(
      'You can’t erase your own account.',
    )
    await expect(call(eraseUser, { params: { uid: 'nobody' } })).rejects.toThrow('User not found')
    expect(await written('account erased')).toEqual([])
  })

  it('is refused under any legal hold, even if it keeps other people’s notes', async () => {
    await hold('A claim is being heard.')
    await endAccess()
    await expect(erase()).rejects.toThrow(
      'A legal hold keeps notes: “A claim is being heard.”. End it under Notes Policy first.',
    )
    portal.accounts.put({
      ...portal.accounts.known(uidOf(testPeople.member)),
      lastSignInAt: '2026-11-19T10:00:00Z',
    })
    const member = { params: { uid: uidOf(testPeople.member) } }
    await expect(portal.call('admin')(deleteUser, member)).rejects.toThrow('A legal hold keeps')
    await hold()
    await erase()
    await portal.call('admin')(deleteUser, member)
  })
})
