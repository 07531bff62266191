import type { PromotionStep } from '@portal/contract/pointers'
import type { ReleaseCheck, ReleaseRecord } from '@portal/contract/publishing'
import { moverInWords } from './release-words.ts'

type Tried = Pick<ReleaseRecord, 'tried' | 'trial'>
type TimeOf = (iso: string) => string

/** What the gate runner knows of a release under the shell that the portal has now. */
export type Verdict =
  | 'passed'
  | 'failed'
  | 'trying'
  | 'waiting'
  | 'no runner'
  | 'not needed'
  | 'none'

export function verdictOn({ tried, trial }: Tried): Verdict {
  return trial?.state ?? (tried?.current ? tried.result : 'none')
}

/** The faults that the gate runner found under the shell that the portal has now. */
export function faultsOf({ tried }: Tried): string[] {
  return tried?.current ? tried.faults : []
}

/** The gate runner's verdict in a sentence; the faults follow. */
export function verdictInWords(record: Tried, timeOf: TimeOf): string {
  const { tried, trial } = record
  const since = trial?.since === undefined ? '' : ` since ${timeOf(trial.since)}`
  switch (verdictOn(record)) {
    case 'passed':
      return `Tried under this portal’s shell on ${timeOf(tried!.at)}: it passed.`
    case 'failed':
      return `Tried under this portal’s shell on ${timeOf(tried!.at)}: it failed.`
    case 'trying':
      return 'The portal’s gate runner is trying it under this portal’s shell.'
    case 'waiting':
      return `It has been waiting for the portal’s gate runner${since}.`
    case 'no runner':
      return 'Nobody has tried it under this portal’s shell: no gate runner is set up. An admin may promote it untested.'
    case 'not needed':
      return 'The portal’s shell comes from a development server, so no trial is needed.'
    case 'none':
      return 'It wasn’t tried under the shell that this portal has now. Promoting it to the QA cohort has it tried.'
  }
}

/** A verdict in a few words, for a table. */
export const verdictWords: Record<Verdict, string> = {
  passed: 'Passed its trial',
  failed: 'Failed its trial',
  trying: 'Being tried',
  waiting: 'Waits for its trial',
  'no runner': 'Not tried',
  'not needed': '',
  none: 'Not tried',
}

/** What its team says of its own checks. */
export function reportInWords(checked: ReleaseCheck | undefined, timeOf: TimeOf): string {
  if (!checked) return 'Its team has reported no check in a browser.'
  const sentence = `Its team reported on ${timeOf(checked.at)}, by ${moverInWords(checked.by)}, that it passed every check`
  // An older API has only `current`.
  return (checked.forQa ?? checked.current)
    ? `${sentence}.`
    : `${sentence}, but the portal’s shell has changed since.`
}

/** Whether a release may take a step without an admin's override. */
export function isTriedFor(
  step: PromotionStep,
  record: Tried & Pick<ReleaseRecord, 'checked'>,
): boolean {
  const { checked, tried } = record
  const verdict = verdictOn(record)
  if (verdict === 'not needed') return true
  const hasPassed = tried?.current === true && tried.result === 'passed'
  return hasPassed || (step === 'qa' && (checked?.forQa ?? checked?.current ?? false))
}
