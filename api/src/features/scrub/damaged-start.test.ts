import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getDatabaseDamage } from '@portal/contract/database'
import { listDirectory } from '@portal/contract/directory'
import { getDocument } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { listPointers, promoteRelease, savePolicy } from '@portal/contract/pointers'
import { publishRelease } from '@portal/contract/publishing'
import { eraseUser } from '@portal/contract/users'
import { quarterId } from '@portal/domain/ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { publishedBuild, uploadFiles } from '../releases/published-build-fixture.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

let time = Date.parse('2026-11-24T09:00:00Z')
const now = () => new Date(time)

let path: string
let api: TestApi
beforeEach(async () => {
  path = join(temporaryFolder(), 'portal.sqlite')
  time += 86_400_000
  api = await start()
})
afterEach(() => api.close())

const start = () => testApi({ now, ports: { store: openSqliteStore({ path, now }) } })

/** Stops the portal, changes a character of each document of the collections, and starts it on that. */
async function restartDamaged(
  collections: string | readonly string[],
  ids: readonly string[] = ['one'],
): Promise<void> {
  await api.close()
  for (const collection of [collections].flat()) damageDocuments(collection, ids)
  api = await start()
  await api.resume()
  time += 60_000
}

function damageDocuments(collection: string, ids: readonly string[]): void {
  const db = new DatabaseSync(path)
  for (const id of ids) {
    const { changes } = db
      .prepare(`UPDATE documents SET body=replace(body, ':', ': ') WHERE collection=? AND id=?`)
      .run(collection, id)
    expect(changes).toBe(1)
  }
  db.close()
}

const damage = () => api.call('admin')(getDatabaseDamage)

describe('a damaged document', () => {
  const tolerated = [
    ['documents', 'papers'],
    ['agendas', 'agendas'],
    ['agenda_templates', 'agenda templates'],
    ['directory', 'people of the directory'],
    ['feeds', 'addresses of calendar feeds'],
    ['visits', 'last visits'],
    ['sign_ins', 'sign-ins'],
    ['revoked_sessions', 'ended sign-ins'],
    ['ended_sign_ins', 'ended sign-ins'],
    ['quarters', 'the states of quarters'],
    ['folders', 'closed folders'],
    ['release_tokens', 'release tokens'],
    ['trusted_pipelines', 'trusted pipelines'],
    ['releases', 'releases'],
    ['release_pointers', 'releases in use'],
    ['release_cohorts', 'QA cohorts'],
    ['release_policies', 'limits of remotes'],
    ['remote_settings', 'settings of remotes'],
  ] as const

  it('is left out, and everyone who can repair it learns that', async () => {
    for (const [collection] of tolerated) {
      await api.ports.store.create(collection, 'one', { text: 'as it was' })
    }
    expect(await damage()).toEqual({ missing: [] })
    await restartDamaged(tolerated.map(([collection]) => collection))
    const { since, missing } = await damage()
    expect(since).toEqual(expect.any(String))
    expect(missing.toSorted()).toEqual([...new Set(tolerated.map(([, what]) => what))].toSorted())
    const readiness = await (await api.request('/readyz')).json()
    expect(readiness).toMatchObject({
      status: 'degraded',
      parts: { integrity: { status: 'failing' } },
    })
    expect(await api.metrics.text()).toMatch(
      new RegExp(`^portal_database_defects ${tolerated.length}$`, 'm'),
    )
    expect(api.logged.join('\n')).toContain('a damaged document is left out')
    expect(api.logged.join('\n')).not.toContain('defect')
    expect((await api.call('member')(listDirectory)).length).toBe(0)
  })

  it('stops the start if leaving it out would open or destroy something', async () => {
    const names = [
      'resource_mappings',
      'second_factors',
      'set_passwords',
      'last_days',
      'bodies',
      'notes_policy',
      'slot_settings',
    ]
    await api.close()
    for (const name of names) {
      path = join(temporaryFolder(), 'portal.sqlite')
      const store = openSqliteStore({ path, now })
      await store.create(name, 'one', { text: 'as it was' })
      await store.close()
      damageDocuments(name, ['one'])
      await expect(start(), name).rejects.toThrow('must be restored from a backup')
    }
    path = join(temporaryFolder(), 'portal.sqlite')
    api = await start()
  })
})

/** A damaged document that decides what somebody may do. */
describe('what a damaged document leaves open', () => {
  const params = { year: 2026, quarter: 4 as const }
  const succeeds = (request: Promise<unknown>) =>
    request.then(
      () => true,
      () => false,
    )
  const mayRead = (who: 'member' | 'admin', id: string) =>
    succeeds(api.call(who)(getDocument, { params: { id } }))

  it('is no quarter: each without a record counts as in preparation', async () => {
    await api.putPaper('budget')
    const mapping = { id: 'meeting-2026-q4-consent-agenda' }
    const body = { documentId: 'budget', active: true }
    await api.call('admin')(saveMapping, { params: mapping, body, revision: 'new' })
    await api.ports.store.create('quarters', quarterId(params), { inPreparation: false })
    expect(await mayRead('member', 'budget')).toBe(true)
    await restartDamaged('quarters', [quarterId(params)])
    expect([await mayRead('member', 'budget'), await mayRead('admin', 'budget')]).toEqual([
      false,
      true,
    ])
  })

  it('is no folder of the drive: all are closed to members', async () => {
    await api.putPaper('loose')
    await api.ports.store.create('folders', 'one', { switched: [] })
    expect(await mayRead('member', 'loose')).toBe(true)
    await restartDamaged('folders')
    expect([await mayRead('member', 'loose'), await mayRead('admin', 'loose')]).toEqual([
      false,
      true,
    ])
  })

  it.each(['sign_ins', 'revoked_sessions', 'ended_sign_ins'])(
    'is no sign-in from before the start: everyone signs in again (%s)',
    async (collection) => {
      await api.ports.store.create(collection, 'one', { text: 'as it was' })
      const early = { ...testPeople.member, signedInAt: Math.floor(time / 1000) }
      const read = () => succeeds(api.call(early)(listDirectory))
      expect(await read()).toBe(true)
      await restartDamaged(collection)
      expect([await read(), await succeeds(api.call('member')(listDirectory))]).toEqual([
        false,
        true,
      ])
    },
  )

  it('is no admin’s rights: only the default admin has them', async () => {
    const { email } = testPeople.staff
    const list = (await api.ports.store.get('admin', 'designatedAdmins'))!
    const designatedAdmins = [testPeople.admin.email, email]
    const next = { ...list, designatedAdmins }
    await api.ports.store.update('admin', 'designatedAdmins', next, list.revision)
    const areAdmins = async () => [
      await succeeds(api.call('admin')(getDatabaseDamage)),
      await succeeds(api.call('staff')(getDatabaseDamage)),
    ]
    expect(await areAdmins()).toEqual([true, true])
    await restartDamaged('admin', ['designatedAdmins'])
    expect(await areAdmins()).toEqual([true, false])
  })

  const publish = async (name: string, release: string) => {
    const remote = { params: { remote: name } }
    const places = { routes: [`/${name}` as const], navigation: [] }
    const build = publishedBuild({ name, release }, places)
    const call = api.call('admin')
    await uploadFiles(call, build)
    await call(publishRelease, { ...remote, body: build.manifest })
    const body = { release, step: '100' as const, reason: 'It is time', anyway: true }
    await call(promoteRelease, { ...remote, body, revision: 'new' })
  }

  it('is no release whose pointer may have denied or stopped it', async () => {
    await publish('meetings', '1.0.0-a')
    const isServed = async () => (await api.releaseFile('meetings/1.0.0-a/container.js')).ok
    expect(await isServed()).toBe(true)
    await restartDamaged('release_pointers', ['meetings'])
    expect(await isServed()).toBe(false)
  })

  it.each(['release_pointers', 'release_policies'])(
    'is the way of no other remote: %s of one leaves the others’ releases as they are',
    async (collection) => {
      await publish('news', '1.0.0-a')
      const limits = { approval: 'once' as const, stepMinutes: 60, slots: ['dashboard'] }
      const ofNews = { params: { remote: 'news' } }
      await api.call('admin')(savePolicy, { ...ofNews, body: limits, revision: 'new' })
      await restartDamaged(collection, ['news'])
      await publish('polls', '1.0.0-a')
      await expect(publish('news', '1.1.0-b')).rejects.toMatchObject({ status: 503 })
      const { pointers } = await api.call('admin')(listPointers)
      expect(pointers.map(({ remote }) => remote)).toContain('polls')
    },
  )

  it('is nothing that can’t be undone: no account is erased, and no note is destroyed', async () => {
    await api.ports.store.create('directory', 'one', { text: 'as it was' })
    await restartDamaged('directory')
    const uid = uidOf(testPeople.member)
    const erasure = api.call('admin')(eraseUser, { params: { uid } })
    await expect(erasure).rejects.toThrow('Until it is restored from a backup, nothing is erased.')
    const [destruction] = api.features.notes.jobs
    const stop = destruction!.start()
    await expect.poll(async () => (await destruction!.state()).lastRun?.outcome).toBe('failed')
    await stop()
  })
})
