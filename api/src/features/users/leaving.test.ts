import { createAgendaTemplate } from '@portal/contract/agenda-templates'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { getLeaving, handOver } from '@portal/contract/leaving'
import { getNotesPolicy, saveNotesPolicy } from '@portal/contract/notes-policy'
import { listReleaseTokens } from '@portal/contract/release-tokens'
import { removeUserAccess } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testPeople } from '../../testing/test-api.ts'
import { email, portalOfLeaver, uid } from './leaver-fixture.ts'

let portal: Awaited<ReturnType<typeof portalOfLeaver>>
beforeEach(async () => {
  portal = await portalOfLeaver()
  const own = portal.call('staff')
  const holds = [{ reason: 'A claim is being heard.' }]
  await own(saveNotesPolicy, { body: { holds }, revision: 'new' })
  await own(createAgendaTemplate, {
    body: { name: 'Annual meeting', time: '09:00', items: [item] },
  })
})
afterEach(() => portal.close())

const item = { id: 'a', title: 'Welcome', duration: 10, time: '09:00' }
const params = { uid }
const to = testPeople.admin.email
const give = (receiver = to) => portal.call('admin')(handOver, { params, body: { to: receiver } })
const written = async (what: string) =>
  (await portal.ports.store.list('audit', { where: { what } })).documents

describe('what a person leaves behind', () => {
  it('is listed, with what has an owner first, and nothing of what the person has read or written', async () => {
    const { carried, eraseRefusal } = await portal.call('admin')(getLeaving, { params })
    expect(carried.map(({ kind, name, remote }) => [kind, name, remote])).toEqual([
      ['legal hold', 'A claim is being heard.', undefined],
      ['release token', 'meetings ci', 'meetings'],
      ['cohort', 'QA cohort', 'meetings'],
      ['agenda template', 'Annual meeting', undefined],
      ['upload', 'Draft.txt', undefined],
    ])
    expect(JSON.stringify(carried)).not.toMatch(/endowment|budget/)
    expect(eraseRefusal).toBe('End their access first.')
    await portal.call('admin')(removeUserAccess, { params })
    expect((await portal.call('admin')(getLeaving, { params })).eraseRefusal).toMatch(/legal hold/)
  })
})

describe('handing over', () => {
  it('makes another admin answer for it, and keeps who made it', async () => {
    const { carried } = await give(' Ruth.Abelman@larkspur.example')
    expect(carried.map(({ kind }) => kind)).toEqual(['cohort', 'agenda template', 'upload'])
    const { tokens } = await portal.call('admin')(listReleaseTokens)
    expect(tokens).toMatchObject([{ createdBy: email, owner: to }])
    expect((await portal.call('admin')(getNotesPolicy)).holds).toMatchObject([
      { by: email, owner: to },
    ])
    expect((await portal.call('member')(getNotesPolicy)).holds[0]).not.toHaveProperty('owner')
    // Once, also if it is repeated.
    expect(await give()).toEqual(await give())
    expect(await written('release token handed over')).toMatchObject([
      { before: { createdBy: email }, after: { owner: to } },
    ])
    expect(await written('legal holds handed over')).toHaveLength(1)
  })

  it('passes to a third admin when the second one leaves', async () => {
    await give()
    await portal.call('staff')(addDesignatedAdmin, { body: { email: 'hana@larkspur.example' } })
    const ruth = { uid: `uid-${to}-google.com` }
    const body = { to: 'hana@larkspur.example' }
    await portal.call('staff')(handOver, { params: ruth, body })
    const { tokens } = await portal.call('admin')(listReleaseTokens)
    expect(tokens).toMatchObject([{ createdBy: email, owner: 'hana@larkspur.example' }])
  })

  it.each([email, testPeople.member.email])('is refused to %s', async (receiver) => {
    await expect(give(receiver)).rejects.toThrow('Choose another admin to hand it over to.')
  })
})
