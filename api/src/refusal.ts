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

/** The reason of a request's signal when its caller has closed the connection: nobody reads the response. */
export class CallerGone extends Refusal {
  constructor() {
    super('badRequest', 'The caller has closed the connection.')
  }
}
