/**
 * Starts a trace with each click and key of the reader; requests belong to the latest one. Returns
 * the header of a request, by W3C Trace Context, with a span of its own.
 */
export function traceClicks(): () => string {
  let trace = hex(16)
  const renew = () => {
    trace = hex(16)
  }
  for (const event of ['click', 'keydown', 'popstate']) addEventListener(event, renew, true)
  return () => `00-${trace}-${hex(8)}-01`
}

function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
