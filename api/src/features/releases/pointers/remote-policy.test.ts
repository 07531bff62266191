import { listAudit } from '@portal/contract/audit'
import {
  getPolicy,
  listMoves,
  promoteRelease,
  rollbackRelease,
  savePolicy,
} from '@portal/contract/pointers'
import { listOfferedReleases } from '@portal/contract/offered-releases'
import { getPortal } from '@portal/contract/portal'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'
import { unreadableDocuments } from '../release-records.ts'

const params = { remote: 'news' }
const reason = 'It is time'
const part = (slot: string, order: number) => ({ slot, component: 'latest', order })

let api: TestApi
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  api = await testApi()
  machine = await machineOf(api, 'news')
  await machine.publish(publishedBuild({ name: 'news' }, { slots: [part('dashboard', 50)] }))
  await promote('1.0.0-a')
})
afterEach(() => api.close())

async function save(
  change: Omit<Awaited<ReturnType<typeof stored>>, 'revision' | 'approval' | 'stepMinutes'>,
) {
  const { approval, stepMinutes, revision } = await stored()
  return api.call('admin')(savePolicy, {
    params,
    body: { approval, stepMinutes, ...change },
    revision,
  })
}
const stored = () => api.call('admin')(getPolicy, { params })

async function promote(release: string, { name = 'news', anyway = false } = {}) {
  const pointer = await api.ports.store.get('release_pointers', name)
  return api.call('admin')(promoteRelease, {
    params: { remote: name },
    body: { release, step: '100', reason, ...(anyway ? { anyway } : {}) },
    revision: pointer?.revision ?? 'new',
  })
}

/** What the remote has on a member's page. */
async function places() {
  const { composition } = await api.call('member')(getPortal)
  const { navigation, slots } = composition.remotes.find(({ name }) => name === 'news')!
    .releases[0]!
  return {
    menu: navigation.map(({ order }) => order),
    parts: slots.map(({ slot, order }) => `${slot} ${order}`),
  }
}

it('refuses to publish what the policy doesn’t allow, and names the policy', async () => {
  await save({ budgets: { file: 10 }, slots: ['meeting'] })
  const build = publishedBuild(
    { name: 'news', release: '1.1.0-b' },
    { slots: [part('dashboard', 50)] },
  )
  await expect(machine.publish(build)).rejects.toMatchObject({
    status: 409,
    message:
      'The portal’s policy for news allows 10 bytes for a file: container.js has 13 bytes. The portal’s policy for news allows it no part in the slot dashboard.',
  })
})

it('lets nobody promote it either, unless an admin overrules the policy, which the history records', async () => {
  await machine.publish(publishedBuild({ name: 'news', release: '1.1.0-b' }))
  await save({ budgets: { total: 10 } })
  const objection =
    'The portal’s policy for news allows 10 bytes for all files: they have 17 bytes.'
  await expect(promote('1.1.0-b')).rejects.toMatchObject({ status: 409, message: objection })
  await promote('1.1.0-b', { anyway: true })
  const { moves } = await api.call('admin')(listMoves, { params, query: {} })
  expect(moves[0]).toMatchObject({ to: '1.1.0-b', despite: objection })
})

it('never keeps a release from coming back', async () => {
  await machine.publish(publishedBuild({ name: 'news', release: '1.1.0-b' }))
  const { revision } = await promote('1.1.0-b')
  await save({ budgets: { total: 1 } })
  const body = { channel: 'stable' as const, reason }
  const back = await api.call('admin')(rollbackRelease, { params, body, revision })
  expect(back.stable).toBe('1.0.0-a')
})

it('puts menu entries and parts where an admin wants them, from the next load on', async () => {
  expect(await places()).toEqual({ menu: [10], parts: ['dashboard 50'] })
  const order = { menu: [{ to: '/news', order: 3 }], parts: [part('dashboard', 7)] }
  await save({ order })
  expect(await places()).toEqual({ menu: [3], parts: ['dashboard 7'] })
  await save({ slots: [] })
  expect(await places()).toEqual({ menu: [3], parts: [] })
  expect(await stored()).toMatchObject({ order, slots: [] })
})

it('keeps two remotes from one place in a slot, wherever the place comes from', async () => {
  const desk = await machineOf(api, 'desk')
  await save({ order: { parts: [part('dashboard', 7)] } })
  const build = publishedBuild({ name: 'desk' }, { slots: [part('dashboard', 7)] })
  const message = 'Place 7 in the slot dashboard is claimed by'
  await expect(desk.publish(build)).rejects.toThrow(message)
  // The place that its release declares is free now.
  const other = publishedBuild({ name: 'desk' }, { slots: [part('dashboard', 50)] })
  await desk.publish(other)
  await promote('1.0.0-a', { name: 'desk' })
  const { releases } = await desk.call(listOfferedReleases)
  expect(releases.map(({ name, slots }) => [name, slots[0]?.order])).toEqual([
    ['desk', 50],
    ['news', 7],
  ])
  await expect(save({ order: { parts: [] } })).rejects.toThrow('Place 50 in the slot dashboard')
  expect(await stored()).toMatchObject({ order: { parts: [part('dashboard', 7)] } })
})

it('tells the team’s command what is allowed', async () => {
  const budgets = { file: 100_000, total: 300_000 }
  await save({ budgets, slots: ['dashboard'] })
  expect(await machine.call(getPolicy, { params })).toMatchObject({ budgets, slots: ['dashboard'] })
})

describe('undoing a save of the policy', () => {
  const undoNewest = async (what = 'release policy saved') => {
    const { entries } = await api.call('admin')(listAudit)
    const entry = entries.find((each) => each.what === what)!.id
    return api.call('admin')(undoChanges, { body: { changes: [{ entry }] } })
  }

  it('gives back the policy of before, and at last the default, regardless of what was promoted since', async () => {
    await save({ budgets: { file: 100_000 } })
    await save({ slots: ['dashboard'] })
    const [, first] = (await api.call('admin')(listAudit)).entries
    await machine.publish(publishedBuild({ name: 'news', release: '1.1.0-b' }))
    await promote('1.1.0-b')
    await undoNewest()
    expect(await stored()).toMatchObject({ budgets: { file: 100_000 }, revision: 3 })
    expect(await stored()).not.toHaveProperty('slots')
    await undoNewest('change undone')
    expect(await stored()).toMatchObject({ slots: ['dashboard'] })
    await undoNewest('change undone')
    await api.call('admin')(undoChanges, { body: { changes: [{ entry: first!.id }] } })
    expect(await stored()).toEqual({ approval: 'once', stepMinutes: 60, revision: 6 })
  })

  it('is refused if the policy was saved again, or other remotes are in its places', async () => {
    await save({ budgets: { file: 100_000 } })
    const [entry] = (await api.call('admin')(listAudit)).entries
    await save({ budgets: { file: 200_000 } })
    const changes = [{ entry: entry!.id }]
    await expect(api.call('admin')(undoChanges, { body: { changes } })).rejects.toMatchObject({
      code: 'conflict',
    })
    await save({ slots: [] })
    const others = await machineOf(api, 'polls')
    await others.publish(
      publishedBuild(
        { name: 'polls' },
        { routes: ['/polls'], navigation: [], slots: [part('dashboard', 50)] },
      ),
    )
    await promote('1.0.0-a', { name: 'polls' })
    await expect(undoNewest()).rejects.toMatchObject({ code: 'conflict' })
  })
})

it.each(['release_policies', 'release_pointers'])(
  'releases other remotes although a document of %s can’t be read, which the metrics and the doctor report',
  async (collection) => {
    await save({ slots: ['dashboard'] })
    const { revision } = (await api.ports.store.get(collection, 'news'))!
    await api.ports.store.update(collection, 'news', { later: true }, revision)
    const others = await machineOf(api, 'polls')
    await others.publish(
      publishedBuild({ name: 'polls' }, { routes: ['/polls'], navigation: [], slots: [] }),
    )
    await promote('1.0.0-a', { name: 'polls' })
    const { releases } = await api.call('admin')(listOfferedReleases)
    expect(releases.map(({ name }) => name)).toContain('polls')
    expect(await api.metrics.text()).toMatch(/^portal_release_unreadable_documents 1$/m)
    expect(await unreadableDocuments(api.ports.store)).toEqual([`${collection}/news`])
  },
)
