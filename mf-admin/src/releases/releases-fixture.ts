import {
  type TestApi,
  type TestApiOptions,
  testGateRunnerKey,
  type TestIdentity,
} from '@portal/api/testing'
import { type Call, createCall } from '@portal/remote-kit/client'
import { endTrial, gateRunnerHeader, takeTrial } from '@portal/contract/gate-trials'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { sendOutcomes } from '@portal/contract/outcomes'
import { getPointer, promoteRelease, type PromotionStep } from '@portal/contract/pointers'
import {
  listReleases,
  noteCheck,
  type PublishedManifest,
  publishRelease,
  uploadReleaseFile,
} from '@portal/contract/publishing'
import { vitalBucketOf } from '@portal/domain/vitals'
import { type Fault, faultyApi } from '../shared/api-fault-fixture.ts'

export const [first, second, third] = ['1.0.0-a', '1.1.0-b', '1.2.0-c'] as const
const params = { remote: 'meetings' }

/** Publishes as a team does: a complete release of one small file. */
export async function publish(
  api: TestApi,
  release: string,
  claims: Partial<PublishedManifest> = {},
  code = '',
): Promise<void> {
  const bytes = new TextEncoder().encode(`/* ${release} */${code}`)
  const digest = Buffer.from(await crypto.subtle.digest('SHA-384', bytes))
  const call = api.call('admin')
  await call(uploadReleaseFile, {
    params: { ...params, sha384: digest.toString('hex') },
    upload: bytes,
  })
  await call(publishRelease, {
    params,
    body: {
      name: 'meetings',
      contract: 1,
      routes: ['/meetings'],
      navigation: [],
      slots: [],
      audience: 'members',
      release,
      version: release,
      entry: 'container.js',
      global: `meetings_${release}`.replaceAll(/\W/g, '_'),
      shared: {},
      files: [
        {
          file: 'container.js',
          integrity: `sha384-${digest.toString('base64')}`,
          size: bytes.byteLength,
        },
      ],
      preload: {},
      contractRange: '^1.0.0',
      commit: '0123456789abcdef',
      ...claims,
    },
  })
  await call(noteCheck, { params: { ...params, release }, body: { shell: 'a-build' } })
}

export async function promote(
  api: TestApi,
  release: string,
  step: PromotionStep,
  team?: Call,
): Promise<void> {
  const call = team ?? api.call('admin')
  const known = await call(getPointer, { params }).catch(() => undefined)
  // What it runs under is another test's subject.
  const isAdmin = team === undefined
  const body = { release, step, reason: 'It is time', ...(isAdmin && { anyway: true }) }
  await call(promoteRelease, { params, body, revision: known?.revision ?? 'new' })
}

/** Meetings after its team's releases: the first is last good, the second stable, the third published. */
export async function releasesApi(fault: Fault = {}, options: TestApiOptions = {}) {
  const api = await faultyApi(fault, options)
  for (const release of [first, second]) {
    await publish(api, release)
    await promote(api, release, '100')
  }
  await publish(api, third)
  return api
}

/** The calls of a team's machine, with a new release token. */
async function teamOf(api: TestApi) {
  const body = { name: 'meetings ci', remote: 'meetings' }
  const { secret } = await api.call('admin')(createReleaseToken, { body })
  return createCall({
    baseUrl: 'http://portal.test',
    token: async () => secret,
    fetch: async (input, init) => api.app.request(input, init),
  })
}

/** The third release as its team's candidate, which no admin has approved. */
export async function waitingCandidate(api: TestApi) {
  const team = await teamOf(api)
  await promote(api, third, 'qa', team)
  return team
}

/** A tab in which a release failed or did well. */
export async function report(
  api: TestApi,
  who: TestIdentity | 'admin' | 'member' | 'staff',
  release: string,
  outcome: 'good' | 'failed',
): Promise<void> {
  await api.call(who)(sendOutcomes, {
    body: {
      session: crypto.randomUUID(),
      composition: `meetings@${release}`,
      outcomes: [{ remote: 'meetings', release, outcome }],
    },
  })
  await api.features.releases.watch.flush()
}

/** Reports an error of a release, or of a preview. */
export async function reportError(
  api: TestApi,
  who: TestIdentity | 'member',
  release: string,
  preview?: string,
): Promise<void> {
  const stack = `at Kr (http://portal.test/remotes/meetings/${release}/container.js:1:20)
    at http://portal.test/main.js:1:7`
  const error = { remote: 'meetings', release, message: 'TypeError: No page in “Budget”', stack }
  await api.call(who)(sendOutcomes, {
    body: {
      session: crypto.randomUUID(),
      composition: `meetings@${release}`,
      ...(preview === undefined ? {} : { preview }),
      outcomes: [{ remote: 'meetings', release, outcome: 'failed', stage: 'render' }],
      errors: [error],
    },
  })
  await api.features.releases.watch.flush()
}

/** Reports a page's largest contentful paint, in ms. */
export async function measure(
  api: TestApi,
  who: TestIdentity,
  release: string,
  paint: number,
): Promise<void> {
  const bucket = vitalBucketOf(paint)
  const vital = { remote: 'meetings', release, route: '/meetings', metric: 'lcp', bucket } as const
  await api.call(who)(sendOutcomes, {
    body: {
      session: crypto.randomUUID(),
      composition: `meetings@${release}`,
      outcomes: [],
      vitals: [vital],
    },
  })
}

/** The operator's gate runner; it finds the faults that `faultsIn` returns. */
export function gateRunnerOf(api: TestApi) {
  const call = api.call(undefined, { [gateRunnerHeader]: testGateRunnerKey })
  const runner = 'portal-1:4711'
  const queued = async () => {
    const { releases } = await api.call('admin')(listReleases, { params })
    return releases.flatMap(({ release, trial }) => (trial ? [release] : [])).toSorted()
  }
  const tryAll = async (faultsIn: (release: string) => string[]) => {
    for (;;) {
      const { trial } = await call(takeTrial, { body: { runner } })
      if (!trial) return
      const { shell, lease, remote, release } = trial
      const faults = faultsIn(release)
      const result = faults.length > 0 ? ('failed' as const) : ('passed' as const)
      const body = { shell, lease, runner, result, faults }
      await call(endTrial, { params: { remote, release }, body })
    }
  }
  return { queued, tryAll }
}
