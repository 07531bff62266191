import { counted } from '@portal/domain/counted'
import { listOfferedReleases, type OfferedRelease } from '@portal/contract/offered-releases'
import type { Browser } from '@playwright/test'
import { print } from '@portal/domain/print'
import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { allGood, type Finding } from './findings.ts'
import { openPortal, type PortalConnection } from './portal-connection.ts'
import { releaseSupport } from '@portal/domain/release-support'
import { teamsInWords } from './release-support.ts'

export const gateCommand: Command = {
  summary:
    'Tests this workspace’s shell and API with every stable, candidate and last good release of a portal, using their real files, and lists the teams that must act in time. With --support it only lists them.',
  usage: '[<remote> …] [--support]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { support: { type: 'boolean' } },
      most: Infinity,
    })
    const portal = openPortal()
    const { releases } = await portal.call(listOfferedReleases)
    const unknown = positionals.filter((named) => !releases.some(({ name }) => name === named))
    if (unknown.length > 0) throw new WrongUse(`${portal.url} runs no ${unknown.join(', ')}.`)
    const requested = releases.filter(
      ({ name }) => positionals.length === 0 || positionals.includes(name),
    )
    if (requested.length === 0) throw new CommandFailure(`${portal.url} runs no release yet.`)
    const teams = teamsInWords(requested, releaseSupport)
    if (values.support) {
      print(...teams)
      return 0
    }
    const { inBrowser } = await import('./check-release.ts')
    const findings = inBrowser((browser) => gateFindings(portal, requested, browser))
    const good = await allGood(findings, print)
    const count = `${counted(requested.length, 'release')} of ${portal.url}`
    print(
      ...teams,
      good ? `${count} run on this shell and API.` : 'Don’t deploy this shell or API.',
    )
    return good ? 0 : 1
  },
}

/** One finding per release. */
async function* gateFindings(
  portal: PortalConnection,
  releases: readonly OfferedRelease[],
  browser: Browser,
): AsyncGenerator<Finding> {
  const { checkScreens } = await import('./check-release.ts')
  const { servedFiles } = await import('./fetch-release.ts')
  const { workspaceTarget } = await import('./check-target.ts')
  const { trialShell } = await import('./trial-shell.ts')
  const { incompatibilitiesOf } = await import('@portal/domain/release-compatibility')
  const shell = await trialShell(undefined)
  for (const manifest of releases) {
    const check = manifest.name
    const label = `${manifest.release}, ${manifest.places.join(' and ')}`
    const { files, faults } = await servedFiles(portal, manifest)
    faults.push(...incompatibilitiesOf(manifest, workspaceTarget(shell)))
    const screens =
      faults.length > 0
        ? undefined
        : await checkScreens({ manifest, files }, browser, { shellFolder: shell.folder })
    faults.push(...(screens?.faults ?? []))
    yield {
      check,
      faults: faults.map((fault) => `${label}: ${fault}`),
      summary: `${label}: ${screens?.summary ?? ''}`,
    }
  }
}
