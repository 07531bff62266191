/**
 * Why an issuer can't be trusted; undefined if it can. Its keys must come over TLS; only outside production may it be a
 * server on this machine.
 */
export function issuerFault(
  issuer: string,
  { production }: { production: boolean },
): string | undefined {
  const url = URL.parse(issuer)
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '') {
    return 'The issuer isn’t the address of a CI provider.'
  }
  if (url.protocol === 'https:') return undefined
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol === 'http:' && isLocal && !production) return undefined
  return 'The issuer must begin with https://, so that its keys can be trusted.'
}
