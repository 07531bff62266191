import { getBoardBook, makeBoardBook, takeBoardBook } from '@portal/contract/board-books'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import type { Endpoint } from '@portal/contract/endpoint'
import { getPaperWithNotes, getNotesList } from '@portal/contract/note-exports'
import {
  answerEarlierNotes,
  eraseNotes,
  getNotes,
  listNotes,
  saveNotes,
} from '@portal/contract/notes'
import {
  dismissPasswordNotice,
  openOwnRecords,
  openPersonsRecords,
} from '@portal/contract/password-set'
import { getPortal } from '@portal/contract/portal'
import {
  eraseReading,
  exportReading,
  getReading,
  reportReading,
  setReading,
} from '@portal/contract/reading'
import { searchEverything } from '@portal/contract/search-everything'
import {
  createUser,
  deleteUser,
  listUsers,
  resetPassword,
  resetUserSecondFactor,
  updateUser,
} from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bookCalls, keepQuarter, quarter } from '../../features/board-book/book-fixture.ts'
import { savedNote } from '../../features/notes/notes-fixture.ts'
import { Refusal } from '../../refusal.ts'
import {
  testAdminKey,
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'
import { listClosedRecords } from './set-passwords.ts'

const member: TestIdentity = testPeople.member
const maria = uidOf(member)
const withCode: TestIdentity = { ...member, hasSecondFactor: true }
const ruth = testPeople.admin.email
const wei = testPeople.staff.email
const password = 'a-long-way-round-2026'

let api: TestApi
let time: number
const now = () => new Date(time)
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({ now })
  await api.call('admin')(addDesignatedAdmin, { body: { email: wei } })
  time += 1000
})
afterEach(() => api.close())

const later = (who: TestIdentity) => ({ ...who, signedInAt: Math.floor((time += 2000) / 1000) })
/** A sign-in of this moment. */
const call = (who: TestIdentity = member) => api.call(later(who))
const params = { uid: maria }
const setPassword = (as: TestIdentity = testPeople.admin) =>
  call(as)(updateUser, { params, body: { password } })
const portal = async (who?: TestIdentity) => (await call(who)(getPortal)).person
const listed = async (as: TestIdentity = testPeople.staff) =>
  (await call(as)(listUsers)).users.find(({ uid }) => uid === maria)!
const setUpFactor = () => api.accounts.put({ ...api.accounts.known(maria), hasSecondFactor: true })
const keepNote = async (text = 'My own thoughts') => {
  await api.putPaper('budget')
  const body = { documentId: 'budget', erasures: 0, notes: [savedNote(1, { text })], removed: [] }
  await call()(saveNotes, { body })
}
const notes = async (who?: TestIdentity) => (await call(who)(listNotes)).notes.length
const entries = async (what: string) =>
  (await api.ports.store.list('audit', { where: { what } })).documents
const closed = (who: 'secondFactor' | 'admin') => ({
  status: 409,
  message: expect.stringMatching(
    who === 'admin' ? /until another admin confirms/ : /Open my notes/,
  ),
})

describe('a password that an admin sets', () => {
  it('shows its owner who set it and when, until they dismiss the notice, and afterwards on request', async () => {
    await setPassword()
    const set = { kind: 'password', by: ruth, at: now().toISOString() }
    expect((await portal()).passwordSet).toEqual(set)
    expect((await portal()).passwordSet).toEqual(set)
    await call()(dismissPasswordNotice)
    await call()(dismissPasswordNotice)
    expect((await portal()).passwordSet).toEqual({ ...set, isDismissed: true })
  })

  it('closes the notes of a person whose address an admin changes: its mailbox may be the admin’s', async () => {
    const before = later(member)
    await keepNote()
    const email = 'maria.ruiz@larkspur.example'
    await call(testPeople.admin)(updateUser, { params, body: { email } })
    await expect(api.call(before)(getPortal)).rejects.toMatchObject({ status: 401 })
    const moved = { ...member, uid: maria, email }
    const by = { kind: 'link', isNewAddress: true, by: ruth }
    expect((await portal(moved)).passwordSet).toMatchObject({ ...by, closedUntil: 'admin' })
    await expect(call(moved)(listNotes)).rejects.toMatchObject(closed('admin'))
    await call(testPeople.staff)(openPersonsRecords, { params })
    expect(await notes(moved)).toBe(1)
  })

  it('shows that a server with the admin key set it', async () => {
    const headers = { 'x-admin-key': testAdminKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ password })
    await api.request(`/api/admin/users/${maria}`, { method: 'PATCH', headers, body })
    const at = now().toISOString()
    expect((await portal()).passwordSet).toEqual({ kind: 'password', at })
  })

  it('ends all sign-ins, and so does a link that an admin obtains', async () => {
    const before = later(member)
    await setPassword()
    await expect(api.call(before)(getPortal)).rejects.toMatchObject({ status: 401 })
    await keepNote()
    const again = later(member)
    await call(testPeople.admin)(resetPassword, { params })
    await expect(api.call(again)(getPortal)).rejects.toMatchObject({ status: 401 })
    expect((await portal()).passwordSet).toMatchObject({ kind: 'link', by: ruth })
    await expect(call()(listNotes)).rejects.toMatchObject(closed('admin'))
  })

  it('closes nothing if there is nothing to protect: a new account, an invitation, a person without records', async () => {
    const email = 'ada.park@larkspur.example'
    const { uid } = await call(testPeople.admin)(createUser, { body: { email, password } })
    const ada = { email, uid, provider: 'password', createdByAdmin: true }
    await call(testPeople.admin)(resetPassword, { params: { uid }, query: { as: 'link' } })
    expect((await portal(ada)).passwordSet).toBeUndefined()
    expect(await notes(ada)).toBe(0)
    await setPassword()
    expect((await portal()).passwordSet?.closedUntil).toBeUndefined()
    expect(await notes()).toBe(0)
    expect((await listed()).closedRecords).toBeUndefined()
  })

  it('closes what was read as well as notes', async () => {
    await api.putPaper('budget')
    const papers = [{ documentId: 'budget', version: 1, pages: [{ page: 1, seconds: 9 }] }]
    await call()(reportReading, { body: { papers } })
    await setPassword()
    await expect(call()(getReading)).rejects.toMatchObject(closed('admin'))
  })

  it('closes the records before it is set, and opens them if the provider refuses it', async () => {
    await keepNote()
    const { accounts } = api
    let isClosed: boolean | undefined
    let refusal: Error = new Refusal('invalid', 'The provider wants a digit.')
    const other = await testApi({
      now,
      ports: {
        store: api.ports.store,
        accounts: {
          ...accounts,
          async update() {
            isClosed = (await listClosedRecords(api.ports.store)).length === 1
            throw refusal
          },
        },
      },
    })
    const tryIt = () =>
      other.call(later(testPeople.admin))(updateUser, { params, body: { password } })
    await expect(tryIt()).rejects.toMatchObject({ status: 422 })
    expect(isClosed).toBe(true)
    expect(await notes()).toBe(1)
    expect((await portal()).passwordSet).toBeUndefined()
    // It may have been set.
    refusal = new Refusal('unavailable', 'The provider doesn’t respond.')
    await expect(tryIt()).rejects.toMatchObject({ status: 503 })
    await expect(call()(listNotes)).rejects.toMatchObject(closed('admin'))
    await other.stop()
  })

  it('is forgotten with the account', async () => {
    await keepNote()
    await setPassword()
    await call(testPeople.admin)(deleteUser, { params })
    expect((await api.ports.store.list('set_passwords')).documents).toEqual([])
  })
})

describe('closed notes and reading', () => {
  beforeEach(async () => {
    await keepNote('The surplus is a secret')
    await setPassword()
  })

  const documentId = 'budget'
  const calls: [Endpoint, Record<string, unknown>][] = [
    [getNotes, { params: { id: documentId } }],
    [listNotes, {}],
    [saveNotes, { body: { documentId, erasures: 0, notes: [savedNote(2)], removed: [] } }],
    [answerEarlierNotes, { body: { documentId, earlier: 'other', answer: 'decline' } }],
    [eraseNotes, {}],
    [getPaperWithNotes, { params: { id: documentId } }],
    [getNotesList, {}],
    [getReading, {}],
    [exportReading, {}],
    [reportReading, { body: { papers: [{ documentId, version: 1, pages: [] }] } }],
    [setReading, { body: { isOn: false } }],
    [eraseReading, {}],
  ]

  it('refuses everything that returns, changes or erases them', async () => {
    for (const [endpoint, input] of calls) {
      const name = `${endpoint.method} ${endpoint.path}`
      await expect(call()(endpoint, input as never), name).rejects.toMatchObject(closed('admin'))
    }
    await call(testPeople.staff)(openPersonsRecords, { params })
    expect(await notes()).toBe(1)
  })

  it('covers every endpoint of notes and reading', () => {
    const records = api.mounted.filter(({ personal }) => personal === 'records')
    expect(new Set(records)).toEqual(new Set(calls.map(([endpoint]) => endpoint)))
    const named = api.mounted.filter(({ path }) => /\/(notes|reading)(\/|$)/.test(path))
    const shared = named.filter((endpoint) => !records.includes(endpoint)).map(({ path }) => path)
    expect(new Set(shared)).toEqual(new Set(['/api/notes/policy']))
  })

  it('leaves everything else open, such as the papers and the board book that everyone shares', async () => {
    await keepQuarter(api)
    time += 2000
    const book = await bookCalls(api).made()
    expect(book).toMatchObject({ state: 'ready' })
    expect(book.copy).toBeUndefined()
    const own = [{ notes: 'true' }, { changes: 'true' }] as const
    for (const query of own) {
      await expect(call()(getBoardBook, { params: quarter, query })).rejects.toMatchObject(
        closed('admin'),
      )
    }
    for (const body of [{ notes: true }, { changes: true }]) {
      await expect(call()(makeBoardBook, { params: quarter, body })).rejects.toMatchObject(
        closed('admin'),
      )
    }
    const body = { id: book.book!.id }
    await expect(call()(takeBoardBook, { params: quarter, body })).rejects.toMatchObject(
      closed('admin'),
    )
  })

  it('finds no notes in a search', async () => {
    const search = async () =>
      (await call()(searchEverything, { query: { q: 'secret' } })).counts.note
    expect(await search()).toBe(0)
    await call(testPeople.staff)(openPersonsRecords, { params })
    expect(await search()).toBe(1)
  })

  it('keeps the notice until they are open', async () => {
    await expect(call()(dismissPasswordNotice)).rejects.toMatchObject({ status: 409 })
    expect((await portal()).passwordSet).toMatchObject({ by: ruth, closedUntil: 'admin' })
  })

  it('stays closed on another instance, and after another password', async () => {
    const other = await testApi({ now, ports: { store: api.ports.store, accounts: api.accounts } })
    await expect(other.call(later(member))(listNotes)).rejects.toMatchObject(closed('admin'))
    await other.stop()
    await setPassword(testPeople.staff)
    await expect(call()(listNotes)).rejects.toMatchObject(closed('admin'))
  })
})

describe('another admin', () => {
  beforeEach(async () => {
    await keepNote()
    await setPassword()
  })

  it('opens the records, the owner sees who did, and the audit has it', async () => {
    expect((await listed()).closedRecords).toEqual({ until: 'admin', mayOpen: true })
    for (const _ of ['the first time', 'when repeated']) {
      await call(testPeople.staff)(openPersonsRecords, { params })
    }
    expect(await notes()).toBe(1)
    expect((await listed()).closedRecords).toBeUndefined()
    expect((await portal()).passwordSet).toMatchObject({
      by: ruth,
      opened: { by: 'admin', admin: wei },
    })
    expect((await portal()).passwordSet?.isDismissed).toBeUndefined()
    expect(await entries('notes opened again')).toMatchObject([
      { by: { email: wei }, subject: maria },
    ])
    await call()(dismissPasswordNotice)
    expect((await portal()).passwordSet?.isDismissed).toBe(true)
  })

  it('is not the admin who set the password, nor anyone else who did so since', async () => {
    expect((await listed(testPeople.admin)).closedRecords).toEqual({
      until: 'admin',
      mayOpen: false,
    })
    const confirm = (as: TestIdentity) => call(as)(openPersonsRecords, { params })
    await expect(confirm(testPeople.admin)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Another admin has to confirm, because you set'),
    })
    await setPassword(testPeople.staff)
    await expect(confirm(testPeople.staff)).rejects.toMatchObject({ status: 409 })
    await expect(confirm(testPeople.admin)).rejects.toMatchObject({ status: 409 })
    await expect(call()(listNotes)).rejects.toMatchObject({ status: 409 })
  })

  it('is not an admin who was designated since', async () => {
    const email = 'samuel.osei@larkspur.example'
    await call(testPeople.admin)(addDesignatedAdmin, { body: { email } })
    const samuel = { email, provider: 'google.com' }
    await expect(call(samuel)(openPersonsRecords, { params })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('you became an admin after'),
    })
  })

  it('needs a fresh sign-in, and is neither a member nor a server with the admin key', async () => {
    const stale = { ...testPeople.staff, signedInAt: Math.floor(time / 1000) - 16 * 60 }
    await expect(api.call(stale)(openPersonsRecords, { params })).rejects.toMatchObject({
      code: 'reauthenticate',
    })
    await expect(call()(openPersonsRecords, { params })).rejects.toMatchObject({ status: 403 })
    const path = `/api/admin/own-records/${maria}/open`
    const headers = { 'x-admin-key': testAdminKey }
    expect((await api.request(path, { method: 'POST', headers })).status).toBe(401)
  })

  it('can’t be replaced by a second factor that was set up with the new password', async () => {
    setUpFactor()
    await expect(call(withCode)(openOwnRecords)).rejects.toMatchObject(closed('admin'))
    await setPassword()
    await expect(call(withCode)(openOwnRecords)).rejects.toMatchObject(closed('admin'))
  })
})

describe('a second factor', () => {
  beforeEach(async () => {
    await keepNote()
    setUpFactor()
    await setPassword()
  })

  it('opens the records of the person who had it before, in a fresh sign-in', async () => {
    await expect(call(withCode)(listNotes)).rejects.toMatchObject(closed('secondFactor'))
    await expect(call()(openOwnRecords)).rejects.toMatchObject({ status: 401 })
    const stale = later(withCode)
    time += 16 * 60_000
    await expect(api.call(stale)(openOwnRecords)).rejects.toMatchObject({ code: 'reauthenticate' })
    await call(withCode)(openOwnRecords)
    await call(withCode)(openOwnRecords)
    expect(await notes(withCode)).toBe(1)
    expect((await portal(withCode)).passwordSet?.opened).toMatchObject({ by: 'secondFactor' })
    expect(await entries('notes opened again')).toMatchObject([
      { by: { uid: maria }, subject: maria },
    ])
  })

  it('can’t be replaced by an admin', async () => {
    expect((await listed()).closedRecords).toEqual({ until: 'secondFactor', mayOpen: false })
    await expect(call(testPeople.staff)(openPersonsRecords, { params })).rejects.toMatchObject({
      status: 409,
    })
  })

  it('proves nothing once an admin has reset it, and that admin can’t confirm either', async () => {
    const { closedRecords } = await call(testPeople.staff)(resetUserSecondFactor, { params })
    expect(closedRecords).toEqual({ until: 'admin', mayOpen: false })
    setUpFactor()
    await expect(call(withCode)(openOwnRecords)).rejects.toMatchObject(closed('admin'))
    await expect(call(testPeople.staff)(openPersonsRecords, { params })).rejects.toMatchObject({
      status: 409,
    })
  })
})
