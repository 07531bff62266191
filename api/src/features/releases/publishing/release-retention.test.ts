import { getPointer, promoteRelease, rollbackRelease } from '@portal/contract/pointers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { timeHasPassed } from '../../../platform/background/settled-time-fixture.ts'
import { testApi, type TestApi } from '../../../testing/test-api.ts'
import { makeStable } from './adopt-release.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

const days = 86_400_000
const begin = Date.parse('2026-01-05T09:00:00Z')
const params = { remote: 'meetings' }

let time: number
let api: TestApi
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  time = begin
  api = await testApi({ now: () => new Date(time) })
  machine = await machineOf(api, 'meetings')
})
afterEach(() => api.close())

const after = (passed: number) => (time += passed * days)
const collect = async () => {
  await timeHasPassed(api.ports.store)
  return api.features.releases.retention.collect()
}
/** With a token of that day, because each is valid for 90 days. */
const publish = async (release: string) =>
  (await machineOf(api, 'meetings', `ci ${release} ${time}`)).publish(publishedBuild({ release }))
const promote = async (release: string) => {
  const pointer = await api.ports.store.get('release_pointers', 'meetings')
  return api.call('admin')(promoteRelease, {
    params,
    body: { release, step: '100', reason: 'It is time' },
    revision: pointer?.revision ?? 'new',
  })
}
const ship = async (release: string) => {
  await publish(release)
  await promote(release)
}
const isServed = async (release: string) =>
  (await api.releaseFile(`meetings/${release}/container.js`)).status === 200
const files = async () => {
  const keys: string[] = []
  for await (const key of api.ports.blobs.keys('')) keys.push(key)
  return keys
}

describe('an old release', () => {
  it('serves an old release for 90 days after it left its pointer, and then deletes it with its files', async () => {
    for (const release of ['1-a', '1-b', '1-c', '1-d']) {
      await ship(release)
      after(100)
    }
    // It is the last fallback, however long ago it was the stable one.
    expect(await collect()).toEqual({ releases: [], files: 0 })
    await ship('1-e')
    after(89.9)
    expect(await collect()).toEqual({ releases: [], files: 0 })
    expect(await isServed('1-a')).toBe(true)
    after(0.2)
    const { releases } = await collect()
    expect(releases).toEqual(['meetings@1-a'])
    expect(await isServed('1-a')).toBe(false)
    expect(await isServed('1-b')).toBe(true)
    // Four scripts and their common style sheet, each in Brotli too.
    expect(await files()).toHaveLength(10)
  })

  it('starts another 90 days when the release comes back in between', async () => {
    for (const release of ['1-a', '1-b', '1-c', '1-d', '1-e']) await ship(release)
    after(80)
    await promote('1-a')
    await collect()
    after(5)
    await api.call('admin')(rollbackRelease, {
      params,
      body: { channel: 'stable', reason: 'It fails' },
      revision: 6,
    })
    after(89)
    const { releases } = await collect()
    expect(releases).not.toContain('meetings@1-a')
    expect(await isServed('1-a')).toBe(true)
    after(2)
    expect((await collect()).releases).toContain('meetings@1-a')
  })

  it('starts the time when the release is first seen if it was never promoted, or left before times were recorded', async () => {
    await publish('1-a')
    after(200)
    expect((await collect()).releases).toEqual([])
    after(89)
    expect((await collect()).releases).toEqual([])
    after(1)
    expect((await collect()).releases).toEqual(['meetings@1-a'])
  })

  it('keeps a release that runs, however old it is', async () => {
    await ship('1-a')
    after(1000)
    await collect()
    after(1000)
    expect(await collect()).toEqual({ releases: [], files: 0 })
    expect(await isServed('1-a')).toBe(true)
  })

  it('accepts a deleted release when it is published again', async () => {
    await publish('1-a')
    await collect()
    after(91)
    await collect()
    expect(await isServed('1-a')).toBe(false)
    await ship('1-a')
    expect(await isServed('1-a')).toBe(true)
  })

  it('deletes the approval along with the release, so a later release of that name is unapproved', async () => {
    for (const release of ['1-a', '1-b', '1-c', '1-d', '1-e']) await ship(release)
    const approved = async () => {
      const { approvals = [] } = await api.call('admin')(getPointer, { params })
      return approvals.map(({ release }) => release)
    }
    await collect()
    expect(await approved()).toContain('1-a')
    after(91)
    expect((await collect()).releases).toEqual(['meetings@1-a'])
    expect(await approved()).toEqual(['1-b', '1-c', '1-d', '1-e'])
  })

  it('deletes the errors along with the release, those of its previews as well', async () => {
    for (const release of ['1-a', '1-b', '1-c', '1-d', '1-e']) await ship(release)
    for (const name of ['release_errors', 'preview_errors'])
      for (const release of ['1-a', '1-b']) {
        const body = { remote: 'meetings', release, groups: [], others: 1 }
        await api.ports.store.create(name, `meetings@${release}`, body)
      }
    after(91)
    expect((await collect()).releases).toEqual(['meetings@1-a'])
    for (const name of ['release_errors', 'preview_errors']) {
      const { documents } = await api.ports.store.list(name)
      expect(documents.map(({ id }) => id)).toEqual(['meetings@1-b'])
    }
  })

  it('also deletes a release that left when a start adopted another one', async () => {
    for (const release of ['1-a', '1-b', '1-c', '1-d', '1-e']) {
      await publish(release)
      await makeStable(api.ports, 'meetings', release)
    }
    const stored = await api.ports.store.get('releases', 'meetings@1-a')
    expect(stored?.['leftAt']).toBe(new Date(begin).toISOString())
  })
})

describe('a file that no release names', () => {
  it('keeps a file without a release for a day', async () => {
    await machine.upload(publishedBuild())
    after(0.9)
    expect((await collect()).files).toBe(0)
    await machine.upload(publishedBuild())
    after(0.9)
    expect((await collect()).files).toBe(0)
    after(0.2)
    expect((await collect()).files).toBe(2)
    expect(await files()).toEqual([])
  })
})
