/** A plain record, created once: every response sends these headers unchanged. */
export type BaseHeaders = Readonly<Record<string, string>>

/** The headers of every response. Its policy allows nothing: pages and scripts set their own. */
export function baseHeaders(production: boolean): BaseHeaders {
  return {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    // The sign-in popup must keep its opener, which `same-origin` would cut.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=()',
    ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/**
 * For scripts: a worker is bound by the policy of its own file, and the viewer's needs WebAssembly and its data files.
 */
export const scriptPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For files that the portal shows in a frame of its own. */
export const framedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** Adds missing headers to a response that a route created itself. */
export function completeHeaders(
  response: Response,
  base: BaseHeaders,
  requestId: string,
): Response {
  const { headers } = response
  for (const name in base) if (!headers.has(name)) headers.set(name, base[name]!)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  headers.set('x-request-id', requestId)
  return response
}
