import type { OutcomeStage } from '@portal/contract/outcomes'
import { isSilence } from '@portal/contract/silence'
import { isFileMissing } from './load-again.ts'

/** An error with the stage that the release reached. */
export function failedAt(stage: OutcomeStage, message: string): Error {
  return Object.assign(new Error(message), { stage })
}

/** The stage at which a release failed before anything of it was shown. */
export function stageOf(error: unknown): OutcomeStage {
  if (error instanceof Error && 'stage' in error) return error.stage as OutcomeStage
  return isFileMissing(error) || isSilence(error) ? 'download' : 'start'
}
