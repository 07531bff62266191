import type { PromotionStep } from '@portal/contract/pointers'
import type { ReleaseTrial } from '@portal/contract/publishing'
import { Refusal } from '../../../refusal.ts'
import type { AdoptedRelease } from '../release-records.ts'

/** The portal's build of the shell; unknown if it comes from a development server. */
type Shell = string | undefined
type Verdict = NonNullable<AdoptedRelease['tried']>

/** The gate runner's verdict under this shell. */
export function triedUnder(
  { tried }: Pick<AdoptedRelease, 'tried'>,
  shell: Shell,
): Verdict | undefined {
  return tried?.shell === shell ? tried : undefined
}

/** For a sentence: without the stack that may follow. */
export function firstFault([fault]: readonly string[]): string | undefined {
  return fault?.split('\n')[0]
}

/** Whether the gate runner has passed a release under the portal's shell. No other report counts. */
export function passed(record: Pick<AdoptedRelease, 'tried'>, shell: Shell): boolean {
  return triedUnder(record, shell)?.result === 'passed'
}

export function shownTrial(
  { tried }: Pick<AdoptedRelease, 'tried'>,
  shell: Shell,
): { tried?: ReleaseTrial } {
  return tried ? { tried: { ...tried, current: tried.shell === shell } } : {}
}

type Objected = Pick<AdoptedRelease, 'manifest' | 'checked' | 'tried'>
type Portal = { shell: Shell; hasRunner: boolean }

/** Why a release needs an admin to take this step: it wasn't tried under the portal's shell. */
export function missingTrialObjection(
  record: Objected,
  step: PromotionStep,
  { shell, hasRunner }: Portal,
): Refusal | undefined {
  if (shell === undefined || passed(record, shell)) return undefined
  if (step === 'qa' && hasTeamsReport(record, shell)) return undefined
  return new Refusal(
    'conflict',
    step === 'qa' ? untested(record) : untried(record, shell, hasRunner),
  )
}

/** Its team's report, made since the portal has this shell. */
export function hasTeamsReport(
  { checked }: Pick<AdoptedRelease, 'checked'>,
  shell: Shell,
): boolean {
  return checked !== undefined && (checked.shell === shell || checked.portalShell === shell)
}

function untested({ manifest, checked }: Objected): string {
  const why = checked
    ? 'was last tested under another shell: “portal promote” tests it again'
    : 'was never tested in a browser: “portal promote” does that first'
  return `${manifest.release} ${why}.`
}

function untried(record: Objected, shell: string, hasRunner: boolean): string {
  const { release } = record.manifest
  const fault = firstFault(triedUnder(record, shell)?.faults ?? [])
  if (fault !== undefined) {
    return `${release} failed when the portal’s gate runner tried it under the portal’s shell: ${fault}`
  }
  return hasRunner
    ? `The portal’s gate runner hasn’t tried ${release} under the portal’s shell yet: wait for its verdict.`
    : `${release} wasn’t tried under the portal’s shell, because this portal has no gate runner: only an admin may promote it.`
}
