import type { Problem, ProblemCode } from '@portal/contract/problem'

type Details = Pick<Problem, 'fields' | 'current' | 'currentBy'> & {
  cause?: unknown
  retryAfter?: number
  /** A retry may succeed. */
  transient?: boolean
}

/** An expected refusal; any other thrown error is a defect. `detail` is the message shown to people. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly details: Details

  constructor(code: ProblemCode, detail: string, details: Details = {}) {
    super(detail, details.cause === undefined ? {} : { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}

/** Whether an error says that a disk or a quota is full: the operating system's, or a refusal for that reason. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'storageFull'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** The reason of a request's signal when its caller has closed the connection: nobody reads the response. */
export class CallerGone extends Refusal {
  constructor() {
    super('badRequest', 'The caller has closed the connection.')
  }
}

/** For `.catch()`: ignores refusals with these codes and throws everything else again. */
export function ignoring(...codes: ProblemCode[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Refusal && codes.includes(error.code))) throw error
  }
}
