import {
  promoteRelease,
  promotionPlan,
  promotionStep,
  type PromotionStep,
  type ReleasePointer,
} from '@portal/contract/pointers'
import { getRelease } from '@portal/contract/publishing'
import * as z from 'zod/mini'
import { print } from '@portal/domain/print'
import { type Command, CommandFailure, readArgs, WrongUse, reasonIn } from './command.ts'
import { allGood } from './findings.ts'
import { moved, pointerOf } from './move-pointer.ts'
import { reachOf } from './pointer-words.ts'
import { openPortal } from './portal-connection.ts'
import { remoteAndReleases } from './remote-folders.ts'

export const promoteCommand: Command = {
  summary:
    'Checks a published release with the files that the portal serves, and takes it one step further: to the QA cohort, and once an admin has approved it and the portal’s gate runner has passed it to the team, 10, 50 and 100 % of everyone.',
  usage: `[<remote>] <release> [--step next|${promotionPlan.join('|')}] [--anyway] --reason <why>`,
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: {
        step: { type: 'string', default: 'next' },
        anyway: { type: 'boolean' },
        reason: { type: 'string' },
      },
      most: 2,
    })
    const [remote, release] = remoteAndReleases(positionals, 1) as [string, string]
    const reason = reasonIn(values)
    const parsed = z.safeParse(z.union([z.literal('next'), promotionStep]), values.step)
    if (!parsed.success) {
      throw new WrongUse(
        `The step must be next or one of ${promotionPlan.join(', ')}, not “${values.step}”.`,
      )
    }
    const portal = openPortal(remote)
    const params = { remote }
    // Read first, to notice if somebody moves the pointer during the checks.
    const pointer = await pointerOf(portal, remote)
    const record = await portal.call(getRelease, { params: { remote, release } })
    if (pointer?.denied.includes(release)) {
      throw new CommandFailure(`${release} was denied: publish another release.`)
    }
    const step = parsed.data === 'next' ? stepAfter(pointer, release) : parsed.data
    if (isAtStep(pointer, release, step)) {
      print(`${release} is already for ${reachOf(step)}.`)
      return 0
    }
    // The portal would refuse it after the checks.
    if (portal.hasReleaseToken) refuseSkipping(pointer, release, step)
    print(`Next for ${release}: ${reachOf(step)}. It is checked first.`)
    const { checkRelease } = await import('./check-release.ts')
    const { fetchRelease } = await import('./fetch-release.ts')
    const { portalTarget } = await import('./check-target.ts')
    const { reportPassed } = await import('./report-passed.ts')
    const { waitForVerdict } = await import('./gate-verdict.ts')
    const whole = await fetchRelease(portal, record)
    const target = await portalTarget(portal, remote)
    const good = await allGood(checkRelease(whole, target), print)
    if (!good) throw new CommandFailure(`${release} was not promoted.`)
    await reportPassed(portal, { remote, release, shell: target.shell.content.build })
    // A team's own report is enough for the QA cohort only.
    if (step !== 'qa' && !values.anyway) {
      await waitForVerdict(portal, { remote, release }, print)
    }
    const revision = pointer?.revision ?? ('new' as const)
    // Objections are printed first; an admin may overrule them.
    const body = { release, step, reason, ...(values.anyway ? { anyway: true } : {}) }
    const move = () => portal.call(promoteRelease, { params, body, revision })
    print(...(await moved(remote, move)))
    print(`${release} is for ${reachOf(step)}.`)
    return 0
  },
}

/** A pipeline that runs again with the same step changes nothing. */
function isAtStep(
  pointer: ReleasePointer | undefined,
  release: string,
  step: PromotionStep,
): boolean {
  if (step === '100') return pointer?.stable === release
  const { candidate } = pointer ?? {}
  return candidate?.release === release && candidate.step === step
}

/** Only an admin may skip steps. */
function refuseSkipping(
  pointer: ReleasePointer | undefined,
  release: string,
  step: PromotionStep,
): void {
  const following = stepAfter(pointer, release)
  if (promotionPlan.indexOf(step) <= promotionPlan.indexOf(following)) return
  throw new CommandFailure(
    `The next step of ${release} is ${following}, for ${reachOf(following)}, not ${step}.`,
  )
}

/** The step after the release's current one. */
export function stepAfter(pointer: ReleasePointer | undefined, release: string): PromotionStep {
  if (pointer?.stable === release) {
    throw new CommandFailure(`${release} already runs for everyone.`)
  }
  const { candidate } = pointer ?? {}
  const done = candidate?.release === release ? promotionPlan.indexOf(candidate.step) : -1
  return promotionPlan[done + 1]!
}
