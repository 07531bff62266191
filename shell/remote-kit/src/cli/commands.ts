import { type Command, readArgs, WrongUse, CommandFailure, reasonIn } from './command.ts'
import { createCommand } from './create-command.ts'
import { devCommand } from './dev-command.ts'
import { gateCommand } from './gate-command.ts'
import { portalWorkspace, remoteFolder, remoteAndReleases, remoteNamed } from './remote-folders.ts'
import { previewCommand } from './preview-command.ts'
import { qaCommand } from './qa-command.ts'
import { promoteCommand } from './promote-command.ts'
import { print } from '@portal/domain/print'
import { openPortal, openPortalIfNamed, type PortalConnection } from './portal-connection.ts'
import { upgradeCommand } from './upgrade-command.ts'
import { publishRemote } from './publish-remote.ts'
import { settingsCommand } from './settings-command.ts'
import { denyRelease, releaseChannel, rollbackRelease } from '@portal/contract/pointers'
import { moved, pointerOf, stableRecord } from './move-pointer.ts'
import { allGood } from './findings.ts'
import { getRelease, type ReleaseRecord } from '@portal/contract/publishing'
import { type DifferenceLine, releaseDifference } from '@portal/domain/release-difference'
import { statusCommand } from './status-command.ts'
import * as z from 'zod/mini'
import {
  adminsCommand,
  closedItemsCommand,
  notesCommand,
  personalDataCommand,
  accountsCommand,
  agendasCommand,
  auditCommand,
} from './operator-commands.ts'

const rollbackCommand: Command = {
  summary: 'Takes the candidate back, or replaces the stable release by the newest last good one.',
  usage: '[<remote>] [--channel stable|candidate] [--from <release>] [--anyway] --reason <why>',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: {
        channel: { type: 'string' },
        from: { type: 'string' },
        anyway: { type: 'boolean' },
        reason: { type: 'string' },
      },
      most: 1,
    })
    const remote = remoteNamed(positionals[0])
    const reason = reasonIn(values)
    const parsed = z.safeParse(z.optional(releaseChannel), values.channel)
    if (!parsed.success)
      throw new WrongUse(`The channel must be stable or candidate, not “${values.channel}”.`)
    const portal = openPortal(remote)
    const pointer = await pointerOf(portal, remote)
    if (!pointer) throw new CommandFailure(`No release of ${remote} runs yet.`)
    // Explicit, so that nobody rolls back the wrong one in an emergency.
    if (pointer.candidate && !parsed.data) {
      throw new WrongUse(
        `${remote} has the candidate ${pointer.candidate.release} and the stable release ${pointer.stable ?? 'none'}: choose one with --channel.`,
      )
    }
    const channel = parsed.data ?? ('stable' as const)
    const held = channel === 'stable' ? pointer.stable : pointer.candidate?.release
    // Running it twice would go back twice; with --from it can be repeated.
    if (values.from !== undefined && values.from !== held) {
      print(`${values.from} isn’t the ${channel} release of ${remote}, so nothing was changed.`)
      return 0
    }
    // Objections are printed first; an admin may overrule them.
    const body = { channel, reason, ...(values.anyway ? { anyway: true } : {}) }
    const { revision } = pointer
    const done = () => portal.call(rollbackRelease, { params: { remote }, body, revision })
    print(...(await moved(remote, done)))
    return 0
  },
}

const diffCommand: Command = {
  summary: 'Shows what differs in the second release; stable and candidate name the running ones.',
  usage: '[<remote>] <release> <release>',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 3 })
    const [remote, ...releases] = remoteAndReleases(positionals, 2)
    const portal = openPortal(remote)
    const [first, second] = await Promise.all(
      releases.map((name) => recordOf(portal, remote, name)),
    )
    const lines = releaseDifference(first, second!).flatMap(({ part, lines: listed }) => [
      part,
      ...listed.map(({ kind, text }) => `  ${signs[kind]} ${text}`),
    ])
    print(
      `${remote}: ${first!.release} → ${second!.release}`,
      ...(lines.length > 0 ? lines : ['The releases are the same.']),
    )
    return 0
  },
}

const signs: Record<DifferenceLine['kind'], string> = { added: '+', removed: '-', changed: '~' }

async function recordOf(
  portal: PortalConnection,
  remote: string,
  named: string,
): Promise<ReleaseRecord> {
  const release = await runningRelease(portal, remote, named)
  return portal.call(getRelease, { params: { remote, release } })
}

async function runningRelease(
  portal: PortalConnection,
  remote: string,
  named: string,
): Promise<string> {
  if (named !== 'stable' && named !== 'candidate') return named
  const pointer = await pointerOf(portal, remote)
  const release = named === 'stable' ? pointer?.stable : pointer?.candidate?.release
  if (release === undefined) throw new CommandFailure(`${remote} has no ${named} release.`)
  return release
}

const checkCommand: Command = {
  summary:
    'Checks whether a remote can be published: types, budget, bundle, collisions, and every screen in a real browser.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteFolder(positionals[0])
    const portal = openPortalIfNamed(remote.name)
    // Compilers and browsers are slow to load, and most commands need neither.
    const { checkRelease, checkSources } = await import('./check-release.ts')
    const { workspaceWithRemotes, portalTarget } = await import('./check-target.ts')
    const findings = async function* () {
      let build: Parameters<typeof checkRelease>[0] | undefined
      const running = portal && (await stableRecord(portal, remote.name))
      yield* checkSources(remote, (made) => (build = made), { running })
      if (build)
        yield* checkRelease(
          build,
          portal ? await portalTarget(portal, remote.name) : await workspaceWithRemotes(),
        )
    }
    const good = await allGood(findings(), print)
    print(good ? `${remote.name} can be published.` : `${remote.name} can’t be published.`)
    return good ? 0 : 1
  },
}

const denyCommand: Command = {
  summary:
    'Never offers a release again; the newest last good one replaces it where it ran. The only release that can run can’t be denied.',
  usage: '[<remote>] <release> --reason <why>',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { reason: { type: 'string' } },
      most: 2,
    })
    const [remote, release] = remoteAndReleases(positionals, 1) as [string, string]
    const reason = reasonIn(values)
    const portal = openPortal(remote)
    const pointer = await pointerOf(portal, remote)
    if (pointer?.denied.includes(release)) {
      print(`${release} is already denied.`)
      return 0
    }
    const revision = pointer?.revision ?? ('new' as const)
    const body = { release, reason }
    const done = () => portal.call(denyRelease, { params: { remote }, body, revision })
    print(...(await moved(remote, done)))
    return 0
  },
}

const publishCommand: Command = {
  summary:
    'Builds and checks a remote, uploads its files, reads each of them back, and registers the release. It runs nowhere until it is promoted.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteFolder(positionals[0])
    const { release } = await publishRemote(openPortal(remote.name), remote)
    print(
      `${release} of ${remote.name} is published, and runs nowhere yet. For the QA cohort: portal promote ${remote.name} ${release}`,
      `Meanwhile the portal’s gate runner tries it under the portal’s own shell; every further step waits for its verdict.`,
    )
    return 0
  },
}

/** The commands of `portal`, in the order of its help. */
export const commands: Record<string, Command> = {
  dev: devCommand,
  create: createCommand,
  upgrade: upgradeCommand,
  check: checkCommand,
  qa: qaCommand,
  publish: publishCommand,
  preview: previewCommand,
  promote: promoteCommand,
  rollback: rollbackCommand,
  deny: denyCommand,
  status: statusCommand,
  diff: diffCommand,
  settings: settingsCommand,
  // For operators, who run them where the portal is.
  ...(portalWorkspace
    ? {
        gate: gateCommand,
        audit: auditCommand,
        admins: adminsCommand,
        notes: notesCommand,
        'closed-items': closedItemsCommand,
        'personal-data': personalDataCommand,
        accounts: accountsCommand,
        agendas: agendasCommand,
      }
    : {}),
}
