import { listAudit } from '@portal/contract/audit'
import { createCall } from '@portal/remote-kit/client'
import { getPointer, listMoves, promoteRelease } from '@portal/contract/pointers'
import { noteCheck, publishRelease, uploadReleaseFile } from '@portal/contract/publishing'
import { createReleaseToken, listReleaseTokens } from '@portal/contract/release-tokens'
import {
  exchangeToken,
  listTrustedPipelines,
  removeTrustedPipeline,
  trustPipeline,
} from '@portal/contract/trusted-pipelines'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startIssuer } from '../../../adapters/oidc/issuer-fixture.ts'
import { testApi, type TestApi } from '../../../testing/test-api.ts'
import { publishedBuild } from '../published-build-fixture.ts'
import { sha384Of } from '../release-records.ts'

const minute = 60_000
let api: TestApi
let time: number
let issuer: Awaited<ReturnType<typeof startIssuer>>
const now = () => new Date(time)
const open = async () => {
  time = Date.now()
  issuer = await startIssuer()
  api = await testApi({ now })
}
const close = () => Promise.all([api.close(), issuer.stop()])

const wanted = (other: Record<string, string> = {}) => ({
  name: 'meetings main',
  remote: 'meetings',
  issuer: issuer.url,
  audience: 'https://portal.example.org',
  repository: 'larkspur/mf-meetings',
  repositoryId: '4711',
  ref: 'refs/heads/main',
  ...other,
})
const trust = async (other?: Record<string, string>) =>
  (await api.call('admin')(trustPipeline, { body: wanted(other) })).pipeline
const tokenWith = (other?: Record<string, unknown>) => issuer.sign(issuer.claimsAt(now(), other))
const exchange = async (token: string, remote = 'meetings') =>
  api.call()(exchangeToken, { body: { remote, token } })
const callWith = (secret: string) =>
  createCall({
    baseUrl: 'http://portal.test',
    token: async () => secret,
    fetch: async (input, init) => api.app.request(input, init),
  })
const params = { remote: 'meetings' }
const reads = (secret: string, remote = 'meetings') =>
  api.request(`/api/releases/${remote}/records`, { headers: { authorization: `Bearer ${secret}` } })

describe('a job of a trusted pipeline', () => {
  beforeEach(open)
  afterEach(close)

  it('exchanges its provider’s token for half an hour, and releases with the pipeline’s name', async () => {
    const { id } = await trust()
    const { token, secret } = await exchange(await tokenWith())
    expect(token).toMatchObject({ name: 'meetings main', remote: 'meetings' })
    expect(Date.parse(token.expiresAt!)).toBe(time + 30 * minute)

    const call = callWith(secret)
    const { manifest, files } = publishedBuild()
    for (const { file, integrity } of manifest.files) {
      const upload = new TextEncoder().encode(files[file])
      await call(uploadReleaseFile, { params: { ...params, sha384: sha384Of(integrity) }, upload })
    }
    const { publishedBy } = await call(publishRelease, { params, body: manifest })
    expect(publishedBy).toBe('release token meetings main')
    const release = '1.0.0-a'
    await call(noteCheck, { params: { ...params, release }, body: { shell: 'a-build' } })
    const body = { release, step: 'qa', reason: 'A first look' } as const
    await call(promoteRelease, { params, body, revision: 'new' })
    const { moves } = await call(listMoves, { params })
    expect(moves[0]).toMatchObject({ by: 'release token meetings main' })
    // Like every release token, it needs an approval for the next step.
    const { revision } = await call(getPointer, { params })
    const further = call(promoteRelease, { params, body: { ...body, step: 'team' }, revision })
    await expect(further).rejects.toMatchObject({ status: 409 })

    expect((await reads(secret, 'directory')).status).toBe(403)
    time += 30 * minute
    expect((await reads(secret)).status).toBe(401)
    const { entries } = await api.call('admin')(listAudit)
    expect(entries.find(({ what }) => what === 'release token exchanged')).toMatchObject({
      by: 'release token meetings main',
      subject: id,
      after: { repository: 'larkspur/mf-meetings', ref: 'refs/heads/main', run_id: '99' },
    })
    expect(JSON.stringify(entries)).not.toContain(secret)
    expect((await api.call('admin')(listReleaseTokens)).tokens).toEqual([])
  })

  it('exchanges each token once, on any instance', async () => {
    await trust()
    const token = await tokenWith()
    const other = await testApi({ now, ports: { store: api.ports.store } })
    const both = await Promise.allSettled([
      exchange(token),
      other.call()(exchangeToken, { body: { remote: 'meetings', token } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(exchange(token)).rejects.toMatchObject({
      status: 401,
      message: 'This token of the CI provider was already exchanged: each command needs a new one.',
    })
    await other.stop()
  })

  it('accepts the token on another instance at once', async () => {
    await trust()
    const { secret } = await exchange(await tokenWith())
    const other = await testApi({ now, ports: { store: api.ports.store } })
    const headers = { authorization: `Bearer ${secret}` }
    expect((await other.request('/api/releases/meetings/records', { headers })).status).toBe(200)
    await other.stop()
  })

  it('refuses the token at once when an admin removes the pipeline', async () => {
    const { id } = await trust()
    const { secret } = await exchange(await tokenWith())
    expect((await reads(secret)).status).toBe(200)
    await api.call('admin')(removeTrustedPipeline, { params: { id } })
    expect((await reads(secret)).status).toBe(401)
    await expect(exchange(await tokenWith())).rejects.toMatchObject({ status: 401 })
  })

  it.each([
    [
      'workflow',
      'release.yml',
      { workflow_ref: 'larkspur/mf-meetings/.github/workflows/test.yml@refs/heads/main' },
    ],
    ['environment', 'production', { environment: 'staging' }],
    ['environment', 'production', {}],
  ])('requires the pinned %s %s', async (claim, value, other) => {
    await trust({ [claim]: value })
    await expect(exchange(await tokenWith(other))).rejects.toMatchObject({ status: 401 })
    const right = await tokenWith({ environment: 'production' })
    await expect(exchange(right)).resolves.toBeDefined()
  })

  it('refuses a forged token, another remote, and an issuer that nobody trusts', async () => {
    await trust()
    const claims = issuer.claimsAt(now())
    const forged = [
      await issuer.signByAnother(claims),
      issuer.unsigned(claims),
      await issuer.confused(claims),
      await issuer.sign({ ...claims, iss: 'https://evil.example.org' }),
    ]
    for (const token of forged) {
      await expect(exchange(token)).rejects.toMatchObject({ status: 401 })
    }
    await expect(exchange(await tokenWith(), 'directory')).rejects.toMatchObject({ status: 401 })
    await expect(exchange(await tokenWith())).resolves.toBeDefined()
  })

  it('contacts a provider only if it is pinned for the remote, and the token could be valid', async () => {
    await trust()
    const stranger = await startIssuer()
    const hour = 3600
    const seconds = Math.floor(time / 1000)
    const hopeless = [
      [await stranger.sign(stranger.claimsAt(now())), 'meetings'],
      [await tokenWith(), 'directory'],
      [await tokenWith({ aud: 'https://other.example.org' }), 'meetings'],
      [await tokenWith({ exp: seconds - hour }), 'meetings'],
      [await tokenWith({ exp: seconds + hour + 60 }), 'meetings'],
      [issuer.unsigned(issuer.claimsAt(now())), 'meetings'],
    ] as const
    for (const [token, remote] of hopeless) {
      await expect(exchange(token, remote)).rejects.toMatchObject({ status: 401 })
    }
    expect(issuer.world.requests).toEqual([])
    expect(stranger.world.requests).toEqual([])
    await stranger.stop()
  })

  it('reports that the provider can’t be reached', async () => {
    await trust()
    issuer.world.isDown = true
    await expect(exchange(await tokenWith())).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('can’t be asked for its keys at the moment'),
    })
  })

  it('deletes everything a day after the tokens have expired', async () => {
    await trust()
    await exchange(await tokenWith())
    time += 25 * 60 * minute
    await exchange(await tokenWith())
    const kept = async (name: string) => (await api.ports.store.list(name)).documents.length
    expect([await kept('used_pipeline_tokens'), await kept('release_tokens')]).toEqual([1, 1])
  })
})

describe('the token of a job', () => {
  beforeAll(async () => {
    await open()
    await trust()
  })
  afterAll(close)

  it.each([
    ['repository', { repository: 'thief/mf-meetings' }],
    ['repository_id', { repository_id: '666' }],
    ['ref', { ref: 'refs/heads/main2' }],
    ['ref', { ref: 'refs/pull/1/merge' }],
    ['aud', { aud: 'https://other.example.org' }],
    ['aud', { aud: ['https://portal.example.org', 'https://other.example.org'] }],
    ['event_name', { event_name: 'pull_request_target' }],
    ['repository', { repository: undefined }],
    ['ref', { ref: ['refs/heads/main'] }],
  ])(
    'can’t have a different %s, and the refusal repeats only its own token: %j',
    async (claim, other) => {
      const token = await tokenWith(other)
      const refusal = await exchange(token).catch((error: Error) => error)
      expect(refusal).toMatchObject({ status: 401 })
      expect((refusal as Error).message).toContain(`Its ${claim} is `)
      expect((refusal as Error).message).not.toContain('4711')
    },
  )

  it.each([
    'pull_request',
    'workflow_run',
    'issue_comment',
    'fork',
    'Push',
    'an_event_of_next_year',
    ['push'],
    undefined,
  ])('can’t have been started by another event: %j', async (event_name) => {
    await expect(exchange(await tokenWith({ event_name }))).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('Its event_name is '),
    })
  })

  it.each(['push', 'workflow_dispatch', 'schedule', 'release'])(
    'may have been started by %s',
    async (event_name) => {
      await expect(exchange(await tokenWith({ event_name }))).resolves.toBeDefined()
    },
  )

  it('accepts an audience list that names the portal alone', async () => {
    const token = await tokenWith({ aud: ['https://portal.example.org'] })
    await expect(exchange(token)).resolves.toBeDefined()
  })
})

describe('trusting a pipeline', () => {
  beforeEach(open)
  afterEach(close)

  const listed = async () => (await api.call('admin')(listTrustedPipelines)).pipelines

  it('returns the first one when it is repeated, and removing it again changes nothing', async () => {
    const first = await trust()
    expect(await trust()).toEqual(first)
    expect(await listed()).toEqual([first])
    const remove = () => api.call('admin')(removeTrustedPipeline, { params: { id: first.id } })
    await remove()
    await remove()
    expect(await listed()).toEqual([])
    const { entries } = await api.call('admin')(listAudit)
    const changes = entries.filter(({ subject }) => subject === first.id)
    expect(changes.map(({ what }) => what).toSorted()).toEqual([
      'pipeline trusted',
      'trusted pipeline removed',
    ])
    const unknown = api.call('admin')(removeTrustedPipeline, { params: { id: '0123456789ab' } })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
  })

  it('requires a name that no pipeline and no valid token of the remote has', async () => {
    await trust()
    await expect(trust({ ref: 'refs/heads/next' })).rejects.toMatchObject({ status: 409 })
    const body = { name: 'meetings main', remote: 'meetings' }
    const create = () => api.call('admin')(createReleaseToken, { body })
    await expect(create()).rejects.toMatchObject({ status: 409 })
    await api.call('admin')(createReleaseToken, { body: { ...body, name: 'ci' } })
    await expect(trust({ name: 'ci' })).rejects.toMatchObject({ status: 409 })
    await expect(trust({ name: 'meetings main', remote: 'directory' })).resolves.toBeDefined()
  })

  it.each([
    ['http://token.example.org', 422],
    ['ftp://token.example.org', 400],
    ['https://user:secret@token.example.org', 400],
    ['https://token.example.org?x=1', 400],
  ])('refuses the issuer %s', async (address, status) => {
    await expect(trust({ issuer: address })).rejects.toMatchObject({ status })
  })

  it('refuses in production an issuer on the same machine', async () => {
    const { issuerFault } = await import('./issuer-address.ts')
    expect(issuerFault('http://127.0.0.1:9000', { production: true })).toMatch(/https/)
    expect(issuerFault('http://127.0.0.1:9000', { production: false })).toBeUndefined()
    expect(issuerFault('https://gitlab.com', { production: true })).toBeUndefined()
  })

  it('allows only admins to trust a pipeline', async () => {
    await expect(api.call('staff')(trustPipeline, { body: wanted() })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(api.call('staff')(listTrustedPipelines)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
