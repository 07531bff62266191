/**
 * Starts a trace with each click and key of the reader; requests belong to the latest trace. Returns a function that
 * makes the header of a request (W3C Trace Context), with its own span.
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
