import { contractVersion } from '@portal/contract/releases'
import { print } from '@portal/domain/print'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageVersion } from '../build/shared-modules.ts'
import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { portalWorkspace, remoteFolder } from './remote-folders.ts'
import type { FileUpgrade, Ranges } from './upgrades/upgrade-repository.ts'

const kit = path.resolve(import.meta.dirname, '../..')

export const upgradeCommand: Command = {
  summary:
    'Rewrites a remote for newer packages: imports, props and ranges, as far as a program can, and lists what a person has to change.',
  usage: '[<remote>] [--to latest|<version>] [--dry-run] [--force]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: {
        to: { type: 'string' },
        'dry-run': { type: 'boolean' },
        force: { type: 'boolean' },
      },
      most: 1,
    })
    const remote = remoteFolder(positionals[0])
    const { to, 'dry-run': isDry = false, force = false } = values
    if (to !== undefined && !/^(latest|\d+(\.\d+){0,2})$/.test(to)) {
      throw new WrongUse(`--to must be latest or a version, not “${to}”.`)
    }
    if (to !== undefined && to !== packageVersion(path.join(kit, 'package.json'))) {
      if (portalWorkspace)
        throw new WrongUse('In the portal’s repository there is only its own version.')
      return withKit(to, remote.dir, args)
    }
    if (!isDry && !force) refuseDirty(remote.dir)
    // The parser is slow to load, and no other command needs it.
    const { upgradesOf, writeUpgrades } = await import('./upgrades/upgrade-repository.ts')
    const upgrades = upgradesOf(remote.dir, {
      ranges: rangesOfNewRemote(),
      contract: contractVersion,
    })
    if (!isDry) writeUpgrades(remote.dir, upgrades)
    print(...linesOf(remote.name, upgrades, isDry))
    return 0
  },
}

/** The migrations come with the packages that they lead to, so another version of the kit does it. */
export function withKit(version: string, cwd: string, args: string[]): number {
  const passed = args.filter(
    (arg, n) => arg !== '--to' && args[n - 1] !== '--to' && !arg.startsWith('--to='),
  )
  const options = ['exec', '--yes', `--package=@portal/remote-kit@${version}`, '--']
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, [...options, 'portal', 'upgrade', ...passed], {
    cwd,
    stdio: 'inherit',
  })
  return status ?? 1
}

/** A change that git can't undo isn't made unasked. */
function refuseDirty(cwd: string): void {
  let state: string
  try {
    state = execFileSync('git', ['status', '--porcelain', '--', '.'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (cause) {
    throw new CommandFailure(
      `${cwd} isn’t in a git repository, so the upgrade couldn’t be undone: use --force to do it anyway, or --dry-run to see it.`,
      { cause },
    )
  }
  if (state === '') return
  throw new CommandFailure(
    'There are changes that aren’t committed: commit them first, so that the upgrade is a commit of its own, or use --force.',
    { lines: state.trimEnd().split('\n').slice(0, 10) },
  )
}

/** In a published kit, the template names versions; in the workspace, ranges of the workspace. */
function rangesOfNewRemote(): Ranges {
  const file = path.join(kit, 'template-repository/package.json.template')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies: Ranges
    devDependencies: Ranges
  }
  return { ...dependencies, ...devDependencies }
}

function linesOf(remote: string, upgrades: readonly FileUpgrade[], isDry: boolean): string[] {
  if (upgrades.length === 0) return [`${remote} is up to date: there is nothing to change.`]
  const parts = upgrades.flatMap(({ file, done, byHand }) => [
    file,
    ...done.map((line) => `  ${line}`),
    ...byHand.map((line) => `  ! by hand: ${line}`),
  ])
  const isMore = upgrades.some(({ byHand }) => byHand.length > 0)
  return [
    ...parts,
    '',
    isDry
      ? 'Nothing was changed: run it without --dry-run.'
      : `${remote} was rewritten.${isMore ? ' Change what is marked with ! yourself.' : ''} Next: install the packages, run the tests and portal check, and commit.`,
  ]
}
