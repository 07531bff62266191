/**
 * Loaded before the API when a test runs it in production mode: replaces Google's published keys
 * with the test's own, from `STAND_IN_GOOGLE_KEYS`. The API itself has no setting for that.
 */
const path = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const keys = process.env['STAND_IN_GOOGLE_KEYS'] ?? '{"keys":[]}'
const fetchReally = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  if (!url.endsWith(path)) return fetchReally(input, init)
  return new Response(keys, { headers: { 'content-type': 'application/json' } })
}
