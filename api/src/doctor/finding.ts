import { inTime } from '../in-time.ts'
import { Refusal } from '../refusal.ts'

/** What a look at one part found: all is well, an operator should know of something, or something must change. */
export type Finding = { part: string; verdict: 'ok' | 'caution' | 'wrong'; said: string }

/** What is wrong and what to do about it, in one sentence; any other error gets its check’s remedy. */
export class Wrong extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'Wrong'
  }
}

export type Check = {
  /** One word: `database`. */
  part: string
  /** Tells what was seen, or what an operator should know of; throws what is wrong. */
  look: () => Promise<string | { caution: string }>
  /** What to do about a failure that doesn’t say so itself. */
  remedy?: string
  /** How long it may take, in ms; half a minute without. */
  patience?: number
}

/** Looks at every part, all at the same time: one that is down keeps no other waiting. */
export function examine(checks: Check[]): Promise<Finding[]> {
  return Promise.all(checks.map(findingOf))
}

async function findingOf({ part, look, remedy = '', patience = 30_000 }: Check): Promise<Finding> {
  const late = () => new Error(`It hasn’t answered within ${patience / 1000} s.`)
  try {
    const seen = await inTime(look(), patience, late)
    return typeof seen === 'string'
      ? { part, verdict: 'ok', said: seen }
      : { part, verdict: 'caution', said: seen.caution }
  } catch (error) {
    const said = sentenceOf(error)
    const isWhole = error instanceof Wrong || isPassing(error)
    return { part, verdict: 'wrong', said: isWhole ? said : `${said} ${remedy}`.trim() }
  }
}

/** Whether somebody else is out of order for the moment: there is nothing to change here then. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isNow =
    error instanceof Refusal && (error.details.passing === true || error.code === 'tooMany')
  return isNow || isPassing(error.cause)
}

/** The first line of an error, and not too much of it. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = message.split('\n', 1)[0]!.trim().slice(0, 300) || 'It failed without a word.'
  return /[.!?)]$/.test(line) ? line : `${line}.`
}
