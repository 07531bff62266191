import { rmSync } from 'node:fs'
import path from 'node:path'
import { getPointer, promoteRelease } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, type OwnPortal, test } from '../support/fixtures.ts'
import { keepPassing, passTrials } from '../support/gate-runner.ts'
import { commandsIn, machineOf, releaseIn } from '../support/portal-command.ts'
import { publishAgain } from '../support/publish-again.ts'
import { commitAll, copyOfWorkspace, edit } from '../support/workspace-copy.ts'

type Team = { remote: string; screen: string; path: string; before: string; after: string }

const teams: Team[] = [
  {
    remote: 'directory',
    screen: 'mf-directory/src/directory/directory-screen.tsx',
    path: '/directory',
    before: 'Board & Staff Directory',
    after: 'Everyone',
  },
  {
    remote: 'governance',
    screen: 'mf-governance/src/governance/governance-screen.tsx',
    path: '/governance',
    before: 'Governance & Policies',
    after: 'How we govern',
  },
]
const because = ['--reason', 'A journey']

/** A team's own clone, with a new version of its remote, and its token. */
async function pipelineOf(portal: OwnPortal, { remote, screen, before, after }: Team) {
  const copy = copyOfWorkspace()
  edit(path.join(copy, screen), `title="${before}"`, `title="${after}"`)
  const routes = path.join(copy, `mf-${remote}/src/routes.ts`)
  edit(routes, `heading: '${before}'`, `heading: '${after}'`)
  edit(path.join(copy, `mf-${remote}/package.json`), /"version": "[^"]+"/, '"version": "9.1.0"')
  commitAll(copy, 'Version 9.1.0')
  const { secret, token } = await machineOf(portal, remote)
  const env = { PORTAL_URL: portal.url }
  const team = commandsIn(copy, { ...env, PORTAL_TOKEN: secret })
  const admins = commandsIn(copy, { ...env, PORTAL_TOKEN: token })
  const ship = async () => {
    const published = await team.run('publish', remote)
    expect(published.code, published.output).toBe(0)
    const release = releaseIn(published.output)
    const promoted = await admins.run('promote', remote, release, '--step', '100', ...because)
    expect(promoted.code, promoted.output).toBe(0)
  }
  return { ship, end: () => rmSync(copy, { recursive: true, force: true }) }
}

test(
  'two teams publish and promote at the same moment, and both releases run',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    test.setTimeout(600_000)
    const portal = await ownPortal()
    const stop = keepPassing(portal.url)
    const pipelines = await Promise.all(teams.map((team) => pipelineOf(portal, team)))
    try {
      await Promise.all(pipelines.map(({ ship }) => ship()))
    } finally {
      await stop()
      for (const { end } of pipelines) end()
    }
    await signIn('member', { url: `${portal.url}/` })
    for (const { path: address, after } of teams) {
      await page.goto(`${portal.url}${address}`)
      await expect(page.getByRole('heading', { level: 1, name: after })).toBeVisible()
    }
  },
)

test(
  'two teams publish and promote at the same moment with the API, and both releases are stable',
  { tag: '@long' },
  async ({ ownPortal }) => {
    const portal = await ownPortal()
    const call = callWith(portal.url, await adminToken(portal.url))
    const ship = async ({ remote }: Team) => {
      const params = { remote }
      const { secret } = await machineOf(portal, remote)
      const release = await publishAgain(callWith(portal.url, secret), remote, '9.0.0')
      await passTrials(portal.url)
      const { revision } = await call(getPointer, { params })
      const body = { release, step: '100', reason: 'A journey' } as const
      const { stable } = await call(promoteRelease, { params, body, revision })
      return [stable, release]
    }
    const shipped = await Promise.all(teams.map(ship))
    const { composition } = await call(getPortal)
    for (const [stable, release] of shipped) {
      expect(stable).toBe(release)
      expect(composition.id).toContain(`@${release}`)
    }
  },
)

test(
  'when two teams claim one path at the same moment, one gets it and the other is shown the owner',
  { tag: '@long' },
  async ({ ownPortal }) => {
    const portal = await ownPortal()
    const call = callWith(portal.url, await adminToken(portal.url))
    const promotions = await Promise.all(
      teams.map(async ({ remote, path: own }) => {
        const params = { remote }
        const { stable, revision } = await call(getPointer, { params })
        const { secret } = await machineOf(portal, remote)
        const release = await publishAgain(callWith(portal.url, secret), remote, '9.0.0', {
          routes: [own, '/news'],
        })
        const body = { release, step: '100', reason: 'News are ours' } as const
        return {
          remote,
          release,
          stable: stable!,
          promote: () => call(promoteRelease, { params, body, revision }),
        }
      }),
    )
    await passTrials(portal.url)
    const ended = await Promise.allSettled(promotions.map(({ promote }) => promote()))
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = ended.findIndex(({ status }) => status === 'rejected')
    const [loser, winner] = [promotions[lost]!, promotions[1 - lost]!]
    const { reason } = ended[lost] as PromiseRejectedResult
    expect(reason).toMatchObject({
      status: 409,
      message: `The path /news is claimed by ${loser.remote} (${loser.release}) and by ${winner.remote} (${winner.release}).`,
    })
    const stableOf = async (remote: string) =>
      (await call(getPointer, { params: { remote } })).stable
    expect(await stableOf(winner.remote)).toBe(winner.release)
    expect(await stableOf(loser.remote)).toBe(loser.stable)
  },
)
