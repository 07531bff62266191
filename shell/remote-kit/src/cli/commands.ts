import { type Command, readArgs, WrongUse, CommandFailure, reasonIn } from './command.ts'
import { createCommand } from './create-command.ts'
import { devCommand } from './dev-command.ts'
import { gateCommand } from './gate-command.ts'
import { portalWorkspace, remoteFolder, remoteAndReleases, remoteNamed } from './remote-folders.ts'
import { previewCommand } from './preview-command.ts'
import { promoteCommand } from './promote-command.ts'
import { print } from '@portal/domain/print'
import { openPortal, openPortalIfNamed, type PortalConnection } from './portal-connection.ts'
import { publishRemote } from './publish-remote.ts'
import {
  denyRelease,
  getPointer,
  listMoves,
  type ReleasePointer,
  releaseChannel,
  rollbackRelease,
} from '@portal/contract/pointers'
import { moved, pointerOf, stableRecord } from './move-pointer.ts'
import { allGood } from './findings.ts'
import { getRelease, type ReleaseRecord } from '@portal/contract/publishing'
import { differenceOf } from './release-difference.ts'
import { verdictLine } from './gate-verdict.ts'
import { moveLine, pointerLines } from './pointer-words.ts'
import * as z from 'zod/mini'
import {
  adminsCommand,
  notesCommand,
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

/** The number of changes shown. */
const shownMoves = 10

const statusCommand: Command = {
  summary:
    'Shows which releases of a remote run for whom, what an admin has approved or stopped, what the portal’s gate runner says, and the last changes.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteNamed(positionals[0])
    const portal = openPortal(remote)
    const { call } = portal
    const params = { remote }
    const pointer = await call(getPointer, { params })
    const { moves } = await call(listMoves, {
      params,
      query: { limit: shownMoves, include: 'all' },
    })
    const verdicts = await verdictsOn(portal, pointer)
    print(...pointerLines(pointer, verdicts), '', ...moves.map(moveLine))
    return 0
  },
}

/** The gate runner's verdicts on the stable release and the candidate, by release. */
async function verdictsOn(
  { call }: PortalConnection,
  { remote, stable, candidate }: ReleasePointer,
): Promise<Record<string, string>> {
  const shown = [stable, candidate?.release].filter((release) => release !== undefined)
  const lines = await Promise.all(
    shown.map(async (release) => {
      const line = verdictLine(await call(getRelease, { params: { remote, release } }))
      return line === undefined ? [] : [[release, line] as const]
    }),
  )
  return Object.fromEntries(lines.flat())
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
    const lines = differenceOf(first!, second!)
    print(
      `${remote}: ${first!.release} → ${second!.release}`,
      ...(lines.length > 0 ? lines : ['The releases are the same.']),
    )
    return 0
  },
}

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
          portal ? await portalTarget(portal) : await workspaceWithRemotes(),
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
  check: checkCommand,
  publish: publishCommand,
  preview: previewCommand,
  promote: promoteCommand,
  rollback: rollbackCommand,
  deny: denyCommand,
  status: statusCommand,
  diff: diffCommand,
  // For operators, who run them where the portal is.
  ...(portalWorkspace
    ? {
        gate: gateCommand,
        audit: auditCommand,
        admins: adminsCommand,
        notes: notesCommand,
        accounts: accountsCommand,
        agendas: agendasCommand,
      }
    : {}),
}
