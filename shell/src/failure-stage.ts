import type { OutcomeKind, OutcomeStage } from '@portal/contract/outcomes'
import type { ComposedRelease } from '@portal/contract/releases'
import { isSilence } from '@portal/shared-ui/silence'
import { isFileMissing } from './retry-load.ts'

/** An error with the stage that the release reached. */
export function failedAt(stage: OutcomeStage, message: string): Error {
  return Object.assign(new Error(message), { stage })
}

/** The stage at which a release failed, before it showed anything. */
export function stageOf(error: unknown): OutcomeStage {
  if (error instanceof Error && 'stage' in error) return error.stage as OutcomeStage
  return isFileMissing(error) || isSilence(error) ? 'download' : 'start'
}

/** What is reported about a failure without an error. `route` is a pattern; it has none before a screen is shown. */
export type SilentFailure = { kind: OutcomeKind; route?: string }

/** Makes an error for a release that is broken but has thrown none: `meetings@1.0.0 showed nothing`. */
export function brokenRelease(
  { name, release }: Pick<ComposedRelease, 'name' | 'release'>,
  did: string,
  silentFailure: SilentFailure,
): Error {
  return Object.assign(new Error(`${name}@${release} ${did}`), { silentFailure })
}

export function silentFailureOf(error: unknown): SilentFailure | undefined {
  return (error as { silentFailure?: SilentFailure } | undefined)?.silentFailure
}
