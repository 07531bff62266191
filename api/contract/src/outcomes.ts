import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { releaseId, remoteName } from './releases.ts'

const text = (most: number) => z.string().check(z.maxLength(most))

/** One tab's life, from its load to its end: drawn by the shell at its start, and kept in its memory alone. */
export const sessionId = z.uuid()

/** A composition's id, as tabs tell of it. */
export const toldComposition = text(4000)

/**
 * How far a release came that failed: judged before any of its code, its files, its module, or what it showed. A
 * release is good when what it shows has come to the page.
 */
export const outcomeStage = z.enum(['check', 'download', 'start', 'render'])
export type OutcomeStage = z.infer<typeof outcomeStage>

export const releaseOutcome = z.object({
  remote: remoteName,
  release: releaseId,
  outcome: z.enum(['good', 'failed']),
  /** Of a failure. */
  stage: z.optional(outcomeStage),
  message: z.optional(text(500)),
})
export type ReleaseOutcome = z.infer<typeof releaseOutcome>

export const sendOutcomes = endpoint({
  method: 'POST',
  path: '/api/outcomes',
  summary:
    'How the releases of a tab did. Counted once a session, of releases that this person is offered; others are passed over in silence.',
  body: z.object({
    session: sessionId,
    composition: toldComposition,
    outcomes: z.array(releaseOutcome).check(z.minLength(1), z.maxLength(50)),
  }),
})
