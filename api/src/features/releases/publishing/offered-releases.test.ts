import { listOfferedReleases } from '@portal/contract/offered-releases'
import { promoteRelease, type PromotionStep } from '@portal/contract/pointers'
import { contractVersion } from '@portal/contract/releases'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../testing/test-api.ts'
import { integrityOf } from '../../../platform/files/bytes.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'
import { sha384Of } from '../release-records.ts'

let api: TestApi
let machine: Awaited<ReturnType<typeof machineOf>>
beforeEach(async () => {
  api = await testApi({
    ports: {
      shell: { page: async () => '', file: () => undefined, provided: { react: '19.3.1' } },
    },
  })
  machine = await machineOf(api, 'meetings')
})
afterEach(() => api.close())

const ship = async (release: string, step: PromotionStep) => {
  await machine.publish(publishedBuild({ release }))
  const pointer = await api.ports.store.get('release_pointers', 'meetings')
  await api.call('admin')(promoteRelease, {
    params: { remote: 'meetings' },
    body: { release, step, reason: 'It is time' },
    revision: pointer?.revision ?? 'new',
  })
}

describe('the offered releases', () => {
  it('lists those that run or are fallbacks, in loading order and with their positions', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '100')
    await ship('1.2.0-c', 'qa')
    await machine.publish(publishedBuild({ release: '1.3.0-d' }))
    const { releases } = await machine.call(listOfferedReleases)
    expect(releases.map(({ release, places }) => [release, places])).toEqual([
      ['1.2.0-c', ['candidate']],
      ['1.1.0-b', ['stable']],
      ['1.0.0-a', ['last good']],
    ])
    expect(releases[0]).toMatchObject({ name: 'meetings', base: '/remotes/meetings/1.2.0-c/' })
  })

  it('includes what they run on', async () => {
    expect(await machine.call(listOfferedReleases)).toEqual({
      contractVersion,
      provided: { react: '19.3.1' },
      releases: [],
    })
  })

  it('shows them to the token of any remote and to admins, and to no member', async () => {
    await ship('1.0.0-a', '100')
    const other = await machineOf(api, 'directory')
    expect((await other.call(listOfferedReleases)).releases).toHaveLength(1)
    expect((await api.call('admin')(listOfferedReleases)).releases).toHaveLength(1)
    await expect(api.call('member')(listOfferedReleases)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('an uploaded file', () => {
  const build = publishedBuild({ files: { 'container.js': 'one' } })
  const address = `/api/releases/meetings/files/${sha384Of(integrityOf(Buffer.from('one')))}`
  const ask = (secret: string, method = 'GET') =>
    api.request(address, { method, headers: { authorization: `Bearer ${secret}` } })

  it('can be read again before its release is registered, byte for byte', async () => {
    expect((await ask(machine.secret)).status).toBe(404)
    await machine.upload(build)
    const response = await ask(machine.secret)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(await response.text()).toBe('one')
    const head = await ask(machine.secret, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      '3',
      '',
    ])
  })

  it('refuses an uploaded file to the token of another remote', async () => {
    await machine.upload(build)
    const other = await machineOf(api, 'directory')
    expect((await ask(other.secret)).status).toBe(403)
  })
})
