import {
  addTerms,
  deleteTerm,
  listBodies,
  listBodyPeople,
  listTerms,
  saveBody,
  saveTerm,
} from '@portal/contract/bodies'
import { deleteDirectoryEntry } from '@portal/contract/directory'
import { undoChanges } from '@portal/contract/undo'
import type { Office } from '@portal/domain/terms'
import { presetRules } from '@portal/domain/rule-profiles'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

let api: TestApi
let clock: string
beforeEach(async () => {
  clock = '2026-11-12T20:00:00Z'
  api = await testApi({ now: () => new Date(clock) })
  for (const [id, name] of [
    ['ada', 'Ada Park'],
    ['ben', 'Ben Ode'],
  ] as const) {
    await api.ports.store.create('directory', id, { name, role: 'Trustee', type: 'board' })
  }
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const save = (id: string, body: object, revision: number | 'new' = 'new') =>
  admin()(saveBody, { params: { id }, body, revision })
const held = { office: 'member' as const, voting: true, from: '2026-01-01' }
const ada = { person: 'ada', body: 'board', ...held }
const ben = { person: 'ben', body: 'board', ...held }
type Sent = Omit<typeof ada, 'office'> & { office: Office; to?: string }
const add = async (...terms: Sent[]) => (await admin()(addTerms, { body: { terms } })).terms
const undo = (subject: string, what: string) =>
  admin()(undoChanges, { body: { changes: [{ subject, what }] } })

describe('the bodies', () => {
  it('begin with a board whose rules nobody has confirmed', async () => {
    const { bodies, terms } = await admin()(listTerms)
    expect(terms).toEqual([])
    expect(bodies).toEqual([
      {
        id: 'board',
        name: 'Board',
        state: 'active',
        openTo: 'members',
        rules: presetRules('smallBoard'),
      },
    ])
    expect(await api.call('member')(listBodies)).toEqual({
      bodies: [{ id: 'board', name: 'Board' }],
      terms: [],
    })
  })

  it('are saved at their revision, and a repeated save gets its first result', async () => {
    const finance = { name: 'Finance Committee', purpose: 'Reads every footnote' }
    const first = await save('finance', finance)
    expect(first).toMatchObject({ ...finance, id: 'finance', openTo: 'terms', revision: 1 })
    expect(await save('finance', finance)).toEqual(first)
    await expect(save('finance', { name: 'Money' })).rejects.toMatchObject({
      status: 412,
      current: first,
      currentBy: testPeople.admin.email,
    })
    const second = await save('finance', { purpose: '' }, 1)
    expect(second).toMatchObject({ name: 'Finance Committee', revision: 2 })
    expect(second.purpose).toBeUndefined()
  })

  it('have a color, which members see and which can be removed', async () => {
    const first = await save('finance', { name: 'Finance', color: 'teal' })
    expect(first.color).toBe('teal')
    expect((await api.call('member')(listBodies)).bodies[1]).toMatchObject({ color: 'teal' })
    expect(await save('finance', { name: 'Money' }, 1)).toMatchObject({ color: 'teal' })
    expect((await save('finance', { color: 'none' }, 2)).color).toBeUndefined()
  })

  it('have names of their own, and their number is limited', async () => {
    await save('finance', { name: 'Finance' })
    await expect(save('money', { name: 'finance' })).rejects.toMatchObject({ status: 409 })
    await expect(save('money', {})).rejects.toThrow('A committee needs a name.')
    for (let n = 1; n < 20; n += 1) await save(`c${n}`, { name: `Committee ${n}` })
    await expect(save('grants', { name: 'Grants' })).rejects.toThrow('There are 20 committees')
    expect(await save('board', { name: 'Trustees' })).toMatchObject({ name: 'Trustees' })
  })

  it('can be dissolved, but not the board, and members no longer see a dissolved one', async () => {
    await save('finance', { name: 'Finance' })
    await add({ ...ada, body: 'finance' })
    await save('finance', { state: 'dissolved' }, 1)
    await expect(save('board', { state: 'dissolved' })).rejects.toThrow('can’t be dissolved')
    await expect(add({ ...ben, body: 'finance' })).rejects.toThrow('Finance is dissolved.')
    const { bodies, terms } = await api.call('member')(listBodies)
    expect([bodies.map(({ id }) => id), terms]).toEqual([['board'], []])
  })

  it('are as before when a save is undone', async () => {
    await save('finance', { name: 'Finance' })
    await save('finance', { name: 'Money' }, 1)
    await undo('finance', 'body saved')
    const { bodies } = await admin()(listTerms)
    expect(bodies[1]).toMatchObject({ name: 'Finance', revision: 3 })
  })

  it('never have one name twice: an undo is refused, and so is that of a board nobody has saved', async () => {
    await expect(save('other', { name: 'Board' })).rejects.toThrow('There is a body named Board')
    await save('finance', { name: 'Finance' })
    await save('finance', { name: 'Money' }, 1)
    await save('other', { name: 'Finance' })
    await expect(undo('finance', 'body saved')).rejects.toThrow('There is a body named Finance')
  })
})

describe('terms', () => {
  it('begin and end with the days of the foundation’s zone, for members who read who is in office', async () => {
    await add({ ...ada, from: '2026-11-13', to: '2026-11-14' })
    const inOffice = async (at: string) => {
      clock = at
      return (await api.call('member')(listBodies)).terms.map(({ person }) => person)
    }
    expect(await inOffice('2026-11-13T07:59:59Z')).toEqual([])
    expect(await inOffice('2026-11-13T08:00:00Z')).toEqual(['ada'])
    expect(await inOffice('2026-11-15T07:59:59Z')).toEqual(['ada'])
    expect(await inOffice('2026-11-15T08:00:00Z')).toEqual([])
    expect((await admin()(listTerms)).terms).toHaveLength(1)
  })

  it('give a body its people, by office, once each', async () => {
    const people = (id: string) => api.call('member')(listBodyPeople, { params: { id } })
    expect(await people('board')).toEqual([])
    await add(ada, { ...ben, office: 'chair' }, ben)
    expect((await people('board')).map(({ name }) => name)).toEqual(['Ben Ode', 'Ada Park'])
    await expect(people('finance')).rejects.toMatchObject({ status: 404 })
  })

  it('are added all or none, and sent again they are the same terms', async () => {
    const nobody = { ...ada, person: 'nobody' }
    await expect(add(ada, nobody)).rejects.toMatchObject({
      status: 409,
      fields: [{ path: 'body.terms.1.person' }],
    })
    expect((await admin()(listTerms)).terms).toEqual([])
    const first = await add(ada, ben)
    expect(await add(ada, ben)).toEqual(first)
    expect((await admin()(listTerms)).terms).toEqual(first)
  })

  it.each([
    ['that end before they begin', { ...ada, to: '2025-12-31' }, 'can’t end before it begins'],
    ['of no body', { ...ada, body: 'grants' }, 'This committee doesn’t exist.'],
    [
      'of an office that the person has then',
      { ...ada, from: '2026-05-01' },
      'Ada Park has a term as Member of Board then already, from 2026-01-01.',
    ],
  ])('are refused %s', async (_, term, message) => {
    await add(ada)
    await expect(add(term)).rejects.toThrow(message)
  })

  it('are saved at their revision, and open without a last day', async () => {
    const [first] = await add({ ...ada, to: '2026-12-31' })
    const params = { id: first!.id }
    const body = { ...held, office: 'chair' as const, appointedBy: 'Resolution 12' }
    const saved = await admin()(saveTerm, { params, body, revision: 1 })
    expect(saved).toEqual({ ...first, ...body, to: undefined, revision: 2 })
    expect(await admin()(saveTerm, { params, body, revision: 1 })).toEqual(saved)
    await expect(
      admin()(saveTerm, { params, body: { ...body, voting: false }, revision: 1 }),
    ).rejects.toMatchObject({ status: 412, current: saved })
    await undo(first!.id, 'term saved')
    expect((await admin()(listTerms)).terms).toEqual([{ ...first, revision: 3 }])
  })

  it('are deleted once, and brought back by undo', async () => {
    const [term] = await add(ada)
    const remove = () => admin()(deleteTerm, { params: { id: term!.id }, revision: term!.revision })
    expect([await remove(), await remove()]).toEqual([{ id: term!.id }, { id: term!.id }])
    expect((await admin()(listTerms)).terms).toEqual([])
    await undo(term!.id, 'term deleted')
    expect((await admin()(listTerms)).terms).toEqual([{ ...term, revision: 2 }])
  })

  it('need a recent sign-in to be added, saved, deleted and brought back', async () => {
    const old = api.call({ ...testPeople.admin, signedInAt: Date.parse(clock) / 1000 - 16 * 60 })
    const refused = { code: 'reauthenticate' }
    await expect(old(addTerms, { body: { terms: [ada] } })).rejects.toMatchObject(refused)
    const [term] = await add(ada)
    const at = { params: { id: term!.id }, revision: 1 }
    const body = { ...held, voting: false }
    await expect(old(saveTerm, { ...at, body })).rejects.toMatchObject(refused)
    await expect(old(deleteTerm, at)).rejects.toMatchObject(refused)
    await admin()(deleteTerm, at)
    const changes = [{ subject: term!.id, what: 'term deleted' }]
    await expect(old(undoChanges, { body: { changes } })).rejects.toMatchObject(refused)
    expect((await admin()(listTerms)).terms).toEqual([])
  })

  it('aren’t brought back if the person has a term then, or isn’t in the directory', async () => {
    const [term] = await add(ada)
    await admin()(deleteTerm, { params: { id: term!.id }, revision: 1 })
    const [other] = await add({ ...ada, from: '2026-02-01' })
    await expect(undo(term!.id, 'term deleted')).rejects.toThrow('then already')
    await admin()(deleteTerm, { params: { id: other!.id }, revision: 1 })
    await admin()(deleteDirectoryEntry, { params: { id: 'ada' }, revision: 1 })
    await expect(undo(term!.id, 'term deleted')).rejects.toThrow('no longer in the directory')
  })

  it('keep the name of a person who is no longer in the directory, for admins only', async () => {
    await add(ada)
    await admin()(deleteDirectoryEntry, { params: { id: 'ada' }, revision: 1 })
    expect((await admin()(listTerms)).terms).toMatchObject([{ person: 'ada', name: 'Ada Park' }])
    expect((await api.call('member')(listBodies)).terms).toEqual([])
  })
})
