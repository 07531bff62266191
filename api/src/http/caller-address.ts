/** The client's address, from its connection and its X-Forwarded-For header. */
export function addressBehind(
  trustedProxies: number,
  connection = 'unknown',
  forwardedFor: () => string | undefined,
): string {
  if (trustedProxies === 0) return connection
  const forwarded = (forwardedFor() ?? '').split(',').map((part) => part.trim())
  const hops = [...forwarded.filter((part) => part !== ''), connection]
  return hops[Math.max(0, hops.length - 1 - trustedProxies)]!
}
