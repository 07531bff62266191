import { promotionPlan, type PromotionStep, type ReleaseApproval } from '@portal/contract/pointers'
import { Refusal } from '../../../refusal.ts'
import { type ApprovingPointer, covers, withApproval } from './release-approvals.ts'
import { lastGoodLimit, type StoredMove, type StoredPointer } from '../release-records.ts'

/** The resulting pointer, and its history entry. */
export type Moved = {
  next: ApprovingPointer
  move: Pick<
    StoredMove,
    'what' | 'act' | 'channel' | 'from' | 'to' | 'step' | 'release' | 'despite'
  >
}

type Promotion = { release: string; step: PromotionStep; since: string }

export const emptyPointer: ApprovingPointer = { lastGood: [], approvals: [] }

/** `maySkip`: an admin may promote to everyone at once, or skip a step. */
export function promoted(
  pointer: ApprovingPointer,
  { release, step, since }: Promotion,
  { maySkip }: { maySkip: boolean },
): Moved {
  const { stable, candidate } = pointer
  refuseDenied(pointer, release)
  if (stable === release) throw new Refusal('conflict', `${release} already runs for everyone.`)
  const done = candidate?.release === release ? promotionPlan.indexOf(candidate.step) : -1
  const following = promotionPlan[done + 1]!
  if (!maySkip && promotionPlan.indexOf(step) > done + 1) {
    throw new Refusal('invalid', `The next step of ${release} is ${following}, not ${step}.`)
  }
  if (step !== '100') {
    return {
      next: { ...pointer, candidate: { release, step, since }, managed: true },
      move: {
        what: 'promoted',
        channel: 'candidate',
        ...(candidate ? { from: candidate.release } : {}),
        to: release,
        step,
      },
    }
  }
  const { candidate: _done, ...rest } = pointer
  const earlier = [...listed(stable), ...pointer.lastGood].filter((id) => id !== release)
  return {
    next: { ...rest, stable: release, lastGood: earlier.slice(0, lastGoodLimit), managed: true },
    move: { what: 'promoted', channel: 'stable', ...fromOf(stable), to: release, step },
  }
}

/** An admin's approval: people with admin rights may be served the release, and its team may promote it further. */
export function approved(pointer: ApprovingPointer, approval: ReleaseApproval): Moved {
  const { release, step } = approval
  refuseDenied(pointer, release)
  if (covers(pointer.approvals, approval)) {
    throw new Refusal('conflict', `${release} is already approved.`)
  }
  return {
    next: withApproval(pointer, approval),
    move: { act: 'approved', channel: 'candidate', release, ...(step ? { step } : {}) },
  }
}

/** The emergency stop: nothing of the remote is served until it is started again. */
export function stopped(
  pointer: ApprovingPointer,
  remote: string,
  stop: NonNullable<StoredPointer['stopped']>,
): Moved {
  if (pointer.stopped) throw new Refusal('conflict', `${remote} is already stopped.`)
  return { next: { ...pointer, stopped: stop }, move: { act: 'stopped', channel: 'stable' } }
}

export function resumed(pointer: ApprovingPointer, remote: string): Moved {
  const { stopped: stop, ...next } = pointer
  if (!stop) throw new Refusal('conflict', `${remote} is not stopped.`)
  return { next, move: { act: 'started again', channel: 'stable' } }
}

export function rolledBack(pointer: ApprovingPointer, channel: 'stable' | 'candidate'): Moved {
  const { candidate, ...rest } = pointer
  if (channel === 'candidate') {
    if (!candidate) throw new Refusal('conflict', 'There is no candidate to take back.')
    return {
      next: { ...rest, managed: true },
      move: { what: 'rolled back', channel, from: candidate.release },
    }
  }
  const [to, ...lastGood] = pointer.lastGood
  if (to === undefined)
    throw new Refusal('conflict', 'There is no last good release to go back to.')
  // The release that is left isn't a fallback for the one before it.
  return {
    next: { ...pointer, stable: to, lastGood, managed: true },
    move: { what: 'rolled back', channel, ...fromOf(pointer.stable), to },
  }
}

type Replacing = {
  mayReplace: (release: string) => boolean
  /** The refusal if nothing could replace it. */
  sentence: string
}

/**
 * Removes a release from every position. If it ran for everyone, the newest last good one that
 * `mayReplace` accepts replaces it; those that are skipped are removed, because they would otherwise
 * come first as well. Refused if there is none.
 */
export function denied(
  pointer: ApprovingPointer,
  release: string,
  { mayReplace, sentence }: Replacing,
): Moved {
  const before = pointer.denied ?? []
  if (before.includes(release)) throw new Refusal('conflict', `${release} is already denied.`)
  const { stable, candidate, ...rest } = pointer
  const others = pointer.lastGood.filter((id) => id !== release)
  const isStable = stable === release
  const replacement = isStable ? others.find(mayReplace) : stable
  if (isStable && replacement === undefined) throw new Refusal('conflict', sentence)
  const earlier = replacement === undefined ? [] : others.slice(others.indexOf(replacement) + 1)
  const lastGood = isStable ? earlier : others
  const wasCandidate = candidate?.release === release
  return {
    next: {
      ...rest,
      ...(replacement === undefined ? {} : { stable: replacement }),
      ...(candidate && !wasCandidate ? { candidate } : {}),
      lastGood,
      denied: [...before, release],
      managed: true,
    },
    move: {
      what: 'denied',
      release,
      channel: wasCandidate ? 'candidate' : 'stable',
      ...(wasCandidate ? { from: release } : fromOf(stable)),
      ...(wasCandidate || replacement === undefined ? {} : { to: replacement }),
    },
  }
}

function refuseDenied({ denied: before }: StoredPointer, release: string): void {
  if (!before?.includes(release)) return
  throw new Refusal('conflict', `${release} was denied: publish another release.`)
}

function listed(release: string | undefined): string[] {
  return release === undefined ? [] : [release]
}

function fromOf(release: string | undefined): { from?: string } {
  return release === undefined ? {} : { from: release }
}
