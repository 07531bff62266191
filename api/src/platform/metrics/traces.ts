/** The spans of one request: its own, and one for each call to a port. */
export type RequestTrace = {
  called: (part: string, call: string, outcome: string, seconds: number) => void
  /** `route` is a template: `/api/documents/{id}`. */
  ended: (route: string, method: string, status: number) => void
}

/** Records traces; absent unless they are exported. */
export type Traces = {
  /** `traceparent`: the header of a caller that traces, by W3C Trace Context. */
  begin: (requestId: string, traceparent: string | undefined) => RequestTrace
  /** Exports what is left. */
  stop: () => Promise<void>
}
