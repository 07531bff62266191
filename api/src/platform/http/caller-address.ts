import { SocketAddress } from 'node:net'

/**
 * Whom a limit by address counts: the client's address, from its connection and its X-Forwarded-For header, without a
 * port. Of IPv6 it is the network, because each customer of a provider has at least a /64 of addresses.
 */
export function addressBehind(
  trustedProxies: number,
  connection = 'unknown',
  forwardedFor: () => string | undefined,
): string {
  if (trustedProxies === 0) return counted(connection)
  const forwarded = (forwardedFor() ?? '').split(',').map((part) => part.trim())
  const hops = [...forwarded.filter((part) => part !== ''), connection]
  return counted(hops[Math.max(0, hops.length - 1 - trustedProxies)]!)
}

/** An IPv4 address, the /64 of an IPv6 address, or the text itself, if a proxy wrote something else. */
function counted(text: string): string {
  const parsed = SocketAddress.parse(text) ?? SocketAddress.parse(`[${text}]`)
  if (!parsed) return text
  const { address, family } = parsed
  if (family === 'ipv4') return address
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1]
  return mapped ?? `${networkOf(address)}::/64`
}

/** The first four groups of an IPv6 address, in which `::` means groups of zero. */
function networkOf(address: string): string {
  const [before, after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = after ? 8 - before!.length - after.length : 0
  const groups = [...before!, ...Array<string>(zeros).fill('0'), ...(after ?? [])]
  return groups.slice(0, 4).join(':')
}
