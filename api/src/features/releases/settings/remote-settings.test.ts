import { listAudit } from '@portal/contract/audit'
import { promoteRelease, saveCohorts } from '@portal/contract/pointers'
import { getComposition } from '@portal/contract/compositions'
import { getPortal } from '@portal/contract/portal'
import type { ReleaseManifest } from '@portal/contract/releases'
import {
  getRemoteSettings,
  type RemoteSettings,
  saveRemoteSettings,
} from '@portal/contract/remote-settings'
import { undoChanges } from '@portal/contract/undo'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

type Declared = NonNullable<ReleaseManifest['settings']>
type Values = RemoteSettings['values']

const params = { remote: 'meetings' }
const photos: Declared[number] = {
  name: 'showPhotos',
  label: 'Photos',
  schema: { type: 'boolean' },
  default: true,
}
const greeting: Declared[number] = {
  name: 'greeting',
  label: 'Greeting',
  default: 'Welcome',
  team: true,
  schema: { type: 'string', maxLength: 20 },
}
const newList: Declared[number] = {
  name: 'newList',
  label: 'The new list',
  default: false,
  flag: true,
  schema: { type: 'boolean' },
}
const [stable, candidate] = ['1.0.0-a', '1.1.0-b']

let api: TestApi
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  api = await testApi({ env: { OVERRIDES: 'localhost' } })
  machine = await machineOf(api, 'meetings')
  await release(stable, '100', [photos, greeting, newList])
})
afterEach(() => api.close())

const admin = () => api.call('admin')

async function release(name: string, step: 'qa' | '100', settings: Declared): Promise<void> {
  await machine.publish(publishedBuild({ release: name }, { settings }))
  const pointer = await api.ports.store.get('release_pointers', 'meetings')
  const body = { release: name, step, reason: 'It is time', anyway: true }
  await admin()(promoteRelease, { params, body, revision: pointer?.revision ?? 'new' })
}

const save = async (values: Values, call = admin(), revision?: number | 'new') => {
  const known = await admin()(getRemoteSettings, { params })
  return call(saveRemoteSettings, {
    params,
    body: { values },
    revision: revision ?? known.revision,
  })
}
/** The values that come with each release of the remote. */
const served = async (who: keyof typeof testPeople = 'member') => {
  const { composition } = await api.call(who)(getPortal)
  return composition.remotes[0]!.releases.map((each) => [each.release, each.settingValues])
}

describe('the settings of a remote', () => {
  it('are those that its release declares, with no values at first', async () => {
    expect(await admin()(getRemoteSettings, { params })).toEqual({
      remote: 'meetings',
      settings: [photos, greeting, newList],
      values: {},
      revision: 0,
    })
  })

  it('come with the composition where they differ from the defaults, without their declarations', async () => {
    await save({ showPhotos: true, greeting: 'Hello' })
    const { composition } = await api.call('member')(getPortal)
    const [running] = composition.remotes[0]!.releases
    expect(running?.settingValues).toEqual({ greeting: 'Hello' })
    expect(running).not.toHaveProperty('settings')
    await save({})
    expect(await served()).toEqual([[stable, undefined]])
  })

  it('are checked by the schema of each release that runs', async () => {
    const wide: Declared[number] = {
      ...greeting,
      schema: { type: 'string', enum: ['Hi'] },
      default: 'Hi',
    }
    await release(candidate, 'qa', [wide, { ...photos, name: 'showMaps' }])
    await admin()(saveCohorts, {
      params,
      body: { qa: [testPeople.admin.email], team: [] },
      revision: 'new',
    })
    const { settings } = await save({ greeting: 'Hello', showMaps: false })
    expect(settings.map(({ name, candidateOnly }) => [name, candidateOnly])).toEqual([
      ['showPhotos', undefined],
      ['greeting', undefined],
      ['newList', undefined],
      ['showMaps', true],
    ])
    expect(await served('admin')).toEqual([
      [candidate, { showMaps: false }],
      [stable, { greeting: 'Hello' }],
    ])
  })

  it.each<[Values, number, string]>([
    [{ greeting: 'x'.repeat(21) }, 422, 'Greeting: At most 20 characters.'],
    [{ colour: 'blue' }, 422, 'No running release has a setting called colour.'],
    [{ showPhotos: { share: 10, cohorts: [] } }, 422, 'Photos: Only a flag can have a share.'],
  ])('refuses %j', async (values, status, message) => {
    await expect(save(values)).rejects.toMatchObject({ status, message })
  })

  it('come with a replayed composition, and with a release that one tab runs instead', async () => {
    await release(candidate, '100', [greeting, newList])
    await save({ greeting: 'Hello', newList: true })
    const { remotes } = await api.call('member')(getComposition, {
      params: { id: `meetings@${stable}` },
    })
    const set = { greeting: 'Hello', newList: true }
    expect(remotes[0]!.releases[0]!.settingValues).toEqual(set)
    const { person } = await admin()(getPortal)
    const query = { composition: `meetings@${candidate}_${stable}` }
    for (const wanted of [query, { mf: `meetings@${stable}` }]) {
      const page = await api.features.releases.overrides.requestedPage(person, wanted)
      const values = page?.composition?.remotes[0]!.releases.map((each) => each.settingValues)
      expect(values?.every((each) => isDeepStrictEqual(each, set))).toBe(true)
    }
  })

  it('reach the next page at another instance', async () => {
    const there = await testApi({ ports: { store: api.ports.store, blobs: api.ports.blobs } })
    onTestFinished(() => there.close())
    await save({ greeting: 'Hello' })
    await expect
      .poll(async () => {
        const { composition } = await there.call('member')(getPortal)
        return composition.remotes[0]?.releases[0]?.settingValues
      })
      .toEqual({ greeting: 'Hello' })
  })

  it('keep what was set for a release that doesn’t run any more', async () => {
    await save({ greeting: 'Hello' })
    await release(candidate, '100', [photos])
    expect((await save({ greeting: 'Hello', showPhotos: false })).values).toEqual({
      greeting: 'Hello',
      showPhotos: false,
    })
    expect(await served()).toEqual([
      [candidate, { showPhotos: false }],
      [stable, { greeting: 'Hello', showPhotos: false }],
    ])
  })
})

describe('saving settings', () => {
  it('gives a repeated save its first answer, and refuses one that is based on an earlier revision', async () => {
    const first = await save({ showPhotos: false })
    expect(await save({ showPhotos: false }, admin(), 'new')).toEqual(first)
    const late = save({ showPhotos: false, greeting: 'Hi' }, admin(), 'new')
    await expect(late).rejects.toMatchObject({ status: 412, current: first })
  })

  it('records names and values, before and after', async () => {
    await save({ showPhotos: false })
    await save({ greeting: 'Hi' }, machine.call).catch(() => undefined)
    await save({ showPhotos: false, greeting: 'Hi' }, machine.call)
    const { entries } = await admin()(listAudit, { query: { what: 'release settings saved' } })
    expect(entries).toMatchObject([
      { before: { showPhotos: false }, after: { showPhotos: false, greeting: 'Hi' } },
      { subject: 'meetings', before: null, after: { showPhotos: false } },
    ])
  })

  it('lets a token change what the stable release marks for its team, and nothing else', async () => {
    const mine = { ...photos, team: true as const }
    await release(candidate, 'qa', [greeting, mine, { ...mine, name: 'showMaps' }])
    expect((await save({ greeting: 'Hi' }, machine.call)).values).toEqual({ greeting: 'Hi' })
    for (const name of ['showPhotos', 'showMaps', 'colour']) {
      await expect(save({ greeting: 'Hi', [name]: false }, machine.call)).rejects.toMatchObject({
        status: 403,
        message: `The running release doesn’t mark ${name} as a setting for its team: an admin sets it on Releases.`,
      })
    }
    const other = await machineOf(api, 'directory')
    await expect(save({}, other.call)).rejects.toMatchObject({ status: 403 })
  })
})

describe('a flag', () => {
  const isOn = async (who: keyof typeof testPeople) => (await served(who))[0]![1] !== undefined
  const people = ['member', 'staff', 'admin'] as const

  it('is on for everyone, or for nobody', async () => {
    await save({ newList: { share: 100, cohorts: [] } })
    expect(await Promise.all(people.map(isOn))).toEqual([true, true, true])
    await save({ newList: { share: 0, cohorts: [] } })
    expect(await Promise.all(people.map(isOn))).toEqual([false, false, false])
  })

  it('is on for its cohorts', async () => {
    const body = { qa: [testPeople.admin.email], team: [testPeople.staff.email] }
    await admin()(saveCohorts, { params, body, revision: 'new' })
    await save({ newList: { share: 0, cohorts: ['qa'] } })
    expect(await Promise.all(people.map(isOn))).toEqual([false, false, true])
    await save({ newList: { share: 0, cohorts: ['qa', 'team'] } })
    expect(await Promise.all(people.map(isOn))).toEqual([false, true, true])
  })
})

it('refuses to publish a release whose settings have no bounds', async () => {
  const settings: Declared = [{ ...greeting, schema: { type: 'string' } }]
  const publishing = machine.publish(publishedBuild({ release: candidate }, { settings }))
  await expect(publishing).rejects.toMatchObject({
    status: 422,
    message: `${candidate} can’t be published. The setting greeting needs a maximum length, at most 2,000.`,
  })
})

describe('undoing a save of settings', () => {
  const undo = async (turn = 0) => {
    const { entries } = await admin()(listAudit)
    const entry = entries.filter(({ what }) => what === 'release settings saved')[turn]!.id
    return admin()(undoChanges, { body: { changes: [{ entry }] } })
  }
  const values = async () => (await admin()(getRemoteSettings, { params })).values

  it('gives back the values of before, and at last the defaults', async () => {
    await save({ greeting: 'Hello' })
    await save({ greeting: 'Good day', showPhotos: false })
    await undo()
    expect(await values()).toEqual({ greeting: 'Hello' })
    expect(await served()).toEqual([[stable, { greeting: 'Hello' }]])
    await undo(1)
    expect(await values()).toEqual({})
  })

  it('is refused if they were saved again, or if a value no longer fits', async () => {
    await save({ greeting: 'A very long greeting' })
    await save({ greeting: 'Hello' })
    await expect(undo(1)).rejects.toMatchObject({ code: 'conflict' })
    await release(candidate, '100', [{ ...greeting, schema: { type: 'string', maxLength: 10 } }])
    await expect(undo()).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^Greeting: /),
    })
    expect(await values()).toEqual({ greeting: 'Hello' })
  })
})
