import {
  promotionPlan,
  type PromotionStep,
  type ReleaseMove,
  type ReleasePointer,
  type ReleasePolicy,
} from '@portal/contract/pointers'
import { counted } from '@portal/domain/counted'
import type { RemoteHealth } from '@portal/contract/release-health'

/** Who runs a candidate at a step. */
export const stepWords: Record<PromotionStep, string> = {
  qa: 'the QA cohort',
  team: 'the QA cohort and the remote’s own team',
  '10': '10 % of everyone',
  '50': '50 % of everyone',
  '100': 'everyone',
}

/** The step after the one a release is at: the first for one that isn't the candidate. */
export function nextStep({ candidate }: ReleasePointer, release: string): PromotionStep {
  const done = candidate?.release === release ? promotionPlan.indexOf(candidate.step) : -1
  return promotionPlan[done + 1] ?? '100'
}

/** A pointer in one sentence, for comparison with an older one. */
export function pointerInWords({ stable, candidate, denied, stopped }: ReleasePointer): string {
  const parts = [
    ...(stopped ? ['the emergency stop is on'] : []),
    stable === undefined ? 'nobody runs a stable release' : `everyone runs ${stable}`,
    candidate
      ? `${candidate.release} is tried by ${stepWords[candidate.step]}`
      : 'there is no candidate',
    ...(denied.length > 0 ? [`denied: ${denied.join(', ')}`] : []),
  ]
  const text = parts.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** One entry of the history as a sentence. */
export function moveInWords({ what, channel, from, to, step, release }: ReleaseMove): string {
  const instead = from === undefined ? '' : ` instead of ${from}`
  if (what === 'adopted') return `${to} came with the portal and runs for everyone${instead}.`
  if (what === 'promoted') {
    const before = from === to ? '' : instead
    return `${to} promoted to ${step ? stepWords[step] : 'everyone'}${before}.`
  }
  if (what === 'approved') {
    return `${release} approved${step ? ` for ${stepWords[step]}` : ''}.`
  }
  if (what === 'stopped') return 'Emergency stop: nobody is served any release.'
  if (what === 'started again') return 'Started again after the emergency stop.'
  if (what === 'rolled back') {
    return channel === 'candidate'
      ? `The candidate ${from} was taken back.`
      : `Rolled back from ${from ?? 'nothing'} to ${to}.`
  }
  return to === undefined || channel === 'candidate'
    ? `${release} denied.`
    : `${release} denied; ${to} runs for everyone.`
}

/** Who has approved a release, for which step. */
export function approvalInWords(by: string, when: string, step?: PromotionStep): string {
  return `Approved${step ? ` for ${stepWords[step]}` : ''} by ${moverInWords(by)} on ${when}.`
}

export const approvalWords: Record<ReleasePolicy['approval'], string> = {
  once: 'each release once',
  'every step': 'every step of each release',
}

/** What a remote's releases need, in a sentence or two. */
export function policyInWords({ approval, stepMinutes }: ReleasePolicy): string {
  const lasts =
    stepMinutes === 0
      ? 'Steps have no minimum duration.'
      : `Each step lasts at least ${minutesInWords(stepMinutes)}.`
  return `An admin approves ${approvalWords[approval]} before its team takes it there. ${lasts}`
}

export function minutesInWords(minutes: number): string {
  if (minutes % 60 !== 0) return counted(minutes, 'minute')
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** The actor's name for display. */
export function moverInWords(by: string): string {
  if (by === 'start') return 'the portal’s start'
  return by === 'health' ? 'the portal, by its health' : by
}

type Evaluation = NonNullable<RemoteHealth['judged']>

/** The verdict on a candidate, in words. */
export function verdictInWords({ verdict, candidate, stable }: Evaluation): string {
  const { sessions, failed } = candidate
  const sentence = `It failed in ${failed} of ${sessionsInWords(sessions)}`
  switch (verdict) {
    case 'unseen':
      return 'Nobody has run it since its last step.'
    case 'fine':
      return `No failure in ${sessionsInWords(sessions)}.`
    case 'few':
      return `${sentence}. Three failed sessions are needed before the portal decides.`
    case 'onePerson':
      return `${sentence}, all of one person. Failures of two people are needed before the portal denies a release automatically.`
    case 'unclear':
      return `${sentence}${stable ? `, the stable release in ${stable.failed} of ${stable.sessions}` : ''}. That isn’t clearly worse, so it stays.`
    case 'failing':
      return `${sentence}, clearly more than the stable release. The portal is about to deny it.`
  }
}

export function sessionsInWords(count: number): string {
  return counted(count, 'session')
}
