/**
 * The path, query and hash of an address in the portal at `origin`; undefined for any other address. An address from
 * outside is compared after it is resolved, and once more as the result: `/.//host` resolves to the path `//host`, which
 * leads to another site.
 */
export function localAddress(address: string, origin: string): string | undefined {
  const path = pathAt(address, origin)
  return path !== undefined && pathAt(path, origin) === path ? path : undefined
}

function pathAt(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : undefined
}
