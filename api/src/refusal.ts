import type { Problem, ProblemCode } from '@portal/contract/problem'

type Details = Pick<Problem, 'fields' | 'current'> & {
  cause?: unknown
  retryAfter?: number
  /** The same may well succeed in a moment. */
  passing?: boolean
}

/** An expected "no". Anything else that is thrown is a defect. `detail` is the sentence people read. */
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
