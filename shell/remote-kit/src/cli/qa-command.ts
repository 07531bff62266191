import { counted } from '@portal/domain/counted'
import { print } from '@portal/domain/print'
import type { Browser } from '@playwright/test'
import { type Command, readArgs, WrongUse } from './command.ts'
import { allGood, type Finding } from './findings.ts'
import type { WholeRelease } from './release-files.ts'
import { remoteFolder } from './remote-folders.ts'
import type { TrialShell } from './trial-shell.ts'

export const qaCommand: Command = {
  summary:
    'Opens every screen of a remote under several versions of the shell: of portals, of this kit, and those that were downloaded before.',
  usage: '[<remote>] [--portals https://portal.example.org,https://test.example.org]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { portals: { type: 'string' } },
      most: 1,
    })
    const remote = remoteFolder(positionals[0])
    const portals = originsIn(values.portals ?? process.env['PORTAL_URL'] ?? '')
    const { trialShells } = await import('./trial-shell.ts')
    const { buildRelease } = await import('./built-release.ts')
    const { inBrowser } = await import('./check-release.ts')
    const shells = await trialShells(portals)
    const build = await buildRelease(remote)
    const failed = new Set<TrialShell>()
    const findings = inBrowser((browser) =>
      findingsUnder(shells, build, browser, (shell) => failed.add(shell)),
    )
    const good = await allGood(findings, print)
    const passed = shells.length - failed.size
    print(`${remote.name} works under ${passed} of ${counted(shells.length, 'shell')}.`)
    return good ? 0 : 1
  },
}

/** One finding for each shell, by its build. */
async function* findingsUnder(
  shells: readonly TrialShell[],
  release: WholeRelease,
  browser: Browser,
  onFailed: (shell: TrialShell) => void,
): AsyncGenerator<Finding> {
  const { checkScreens } = await import('./check-release.ts')
  const { workspaceTarget } = await import('./check-target.ts')
  const { incompatibilitiesOf } = await import('@portal/domain/release-compatibility')
  for (const shell of shells) {
    const unfit = incompatibilitiesOf(release.manifest, workspaceTarget(shell))
    const screens =
      unfit.length > 0
        ? undefined
        : await checkScreens(release, browser, { shellFolder: shell.folder })
    const faults = [...unfit, ...(screens?.faults ?? [])]
    if (faults.length > 0) onFailed(shell)
    yield {
      check: shell.content.build,
      faults,
      summary: screens?.summary ?? '',
      notes: [shell.description],
    }
  }
}

function originsIn(text: string): string[] {
  const addresses = text.split(',').filter((part) => part.trim() !== '')
  return addresses.map((address) => {
    const url = URL.parse(address.trim())
    if (url && /^https?:$/.test(url.protocol)) return url.origin
    throw new WrongUse(
      `--portals must list addresses such as https://portal.example.org, not “${address}”.`,
    )
  })
}
