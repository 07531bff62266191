import { listOfferedReleases, type OfferedRelease } from '@portal/contract/offered-releases'
import type { Browser } from '@playwright/test'
import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { allGood, type Finding } from './findings.ts'
import { openPortal, type PortalConnection } from './portal-connection.ts'

export const gateCommand: Command = {
  summary:
    'Runs this workspace’s shell and API against every stable, candidate and last good release of a portal, by their real files.',
  usage: '[<remote> …]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: Infinity })
    const portal = openPortal()
    const { releases } = await portal.call(listOfferedReleases)
    const unknown = positionals.filter((named) => !releases.some(({ name }) => name === named))
    if (unknown.length > 0) throw new WrongUse(`${portal.url} runs no ${unknown.join(', ')}.`)
    const asked = releases.filter(
      ({ name }) => positionals.length === 0 || positionals.includes(name),
    )
    if (asked.length === 0) throw new CommandFailure(`${portal.url} runs no release yet.`)
    const { inBrowser } = await import('./check-release.ts')
    const findings = inBrowser((browser) => gateFindings(portal, asked, browser))
    const good = await allGood(findings, console.log)
    const count = `${asked.length} ${asked.length === 1 ? 'release' : 'releases'} of ${portal.url}`
    console.log(good ? `${count} run on this shell and API.` : 'This shell or API must not go out.')
    return good ? 0 : 1
  },
}

/** A finding a release. */
async function* gateFindings(
  portal: PortalConnection,
  releases: readonly OfferedRelease[],
  browser: Browser,
): AsyncGenerator<Finding> {
  const { checkScreens } = await import('./check-release.ts')
  const { servedFiles } = await import('./fetch-release.ts')
  const { groundOfWorkspace } = await import('./ground.ts')
  const { misfitsOf } = await import('@portal/contract/misfits')
  for (const manifest of releases) {
    const check = manifest.name
    const told = `${manifest.release}, ${manifest.places.join(' and ')}`
    const { files, faults } = await servedFiles(portal, manifest)
    faults.push(...misfitsOf(manifest, groundOfWorkspace()))
    const screens = faults.length > 0 ? undefined : await checkScreens({ manifest, files }, browser)
    faults.push(...(screens?.faults ?? []))
    yield {
      check,
      faults: faults.map((fault) => `${told}: ${fault}`),
      said: `${told}: ${screens?.said ?? ''}`,
    }
  }
}
