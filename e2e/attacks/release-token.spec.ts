import path from 'node:path'
import { getPortal } from '@portal/contract/portal'
import {
  approveRelease,
  getPointer,
  promoteRelease,
  type PromotionStep,
  saveCohorts,
} from '@portal/contract/pointers'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { admin, type ProductionPortal, staff } from '../support/production-portal.ts'
import { gateRunnerKey, passTrials } from '../support/gate-runner.ts'
import { publishAgain } from '../support/publish-again.ts'

const params = { remote: 'directory' }
const built = path.resolve(import.meta.dirname, '../../mf-directory/dist')

let portal: ProductionPortal
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal({
    RELEASES_FOLDER: built,
    OVERRIDES: 'admins',
    GATE_RUNNER_KEY: gateRunnerKey,
  })
})
test.afterAll(() => portal.stop())

test(
  'a leaked release token never runs its code with an admin’s rights',
  { tag: '@long' },
  async () => {
    const asAdmin = callWith(portal.url, portal.tokenOf(admin))
    const { secret } = await asAdmin(createReleaseToken, { body: { name: 'ci', ...params } })
    const qa = [admin.email, staff.email]
    await asAdmin(saveCohorts, { params, body: { qa, team: [] }, revision: 'new' })

    // The thief: changed code, a false check report, and every step at once.
    const attacker = callWith(portal.url, secret)
    const release = await publishAgain(attacker, 'directory', '8.0.0')
    const promote = async (step: PromotionStep) => {
      const { revision } = await attacker(getPointer, { params })
      return attacker(promoteRelease, { params, body: { release, step, reason: 'Now' }, revision })
    }
    await promote('qa')
    for (const step of ['team', '10', '50', '100'] as const) {
      await expect(promote(step)).rejects.toMatchObject({ status: expect.any(Number) })
    }
    await expect(attacker(approveRelease, approval(release, 1))).rejects.toMatchObject({
      status: 401,
    })

    const servedTo = async (person: { email: string }) => {
      const token = portal.tokenOf(person)
      const { composition } = await callWith(portal.url, token)(getPortal)
      const headers = { cookie: `__session=${token}` }
      const pages = await Promise.all(
        ['/', '/directory', '/admin', `/directory?composition=directory@${release}`].map(
          async (address) => (await fetch(`${portal.url}${address}`, { headers })).text(),
        ),
      )
      return JSON.stringify([composition, ...pages])
    }
    expect(await servedTo(staff)).toContain(`/remotes/directory/${release}/`)
    expect(await servedTo(admin)).not.toContain(`/remotes/directory/${release}/`)
    const { candidate, stable } = await attacker(getPointer, { params })
    expect([candidate?.release, candidate?.step]).toEqual([release, 'qa'])
    expect(stable).not.toBe(release)

    // An admin approves; after that the step's minimum time still applies.
    const { revision } = await asAdmin(getPointer, { params })
    await asAdmin(approveRelease, approval(release, revision))
    // The thief's own report isn't enough for anyone but the cohort.
    await expect(promote('team')).rejects.toMatchObject({ status: 409 })
    await passTrials(portal.url)
    await promote('team')
    await expect(promote('10')).rejects.toMatchObject({ status: 409 })
    expect(await servedTo(admin)).toContain(`/remotes/directory/${release}/`)
  },
)

function approval(release: string, revision: number) {
  return { params, body: { release, reason: 'Looked at' }, revision }
}
