import { withTimeout } from '../resilience/with-timeout.ts'
import { Refusal } from '../../refusal.ts'
import { SocketAddress } from 'node:net'

/** The minimum pace of a body: on average this many bytes a second, after `grace` ms. */
export type BodyPace = { grace: number; bytesPerSecond: number }

/**
 * Waits for each chunk of a body, and refuses with `requestTimeout` once the body is behind its pace. Only the time
 * spent waiting for the sender counts: a slow disk on this side isn't the sender's fault.
 */
export function createPacedReader(pace: BodyPace) {
  let received = 0
  let waited = 0
  return {
    async read<T extends { value?: Uint8Array | undefined }>(chunk: Promise<T>): Promise<T> {
      const started = performance.now()
      const allowed = pace.grace + (received / pace.bytesPerSecond) * 1000 - waited
      const read = await withTimeout(() => chunk.catch(cutOff), Math.max(0, allowed), tooSlow)
      waited += performance.now() - started
      received += read.value?.byteLength ?? 0
      return read
    },
  }
}

function cutOff(cause: unknown): never {
  throw new Refusal('badRequest', 'The request ended before all of it had arrived.', { cause })
}

function tooSlow(): Refusal {
  return new Refusal('requestTimeout', 'The request arrived too slowly. Please try again.')
}

/**
 * Identifies a client for limits by address: its address, from its connection and its X-Forwarded-For header, without a
 * port. For IPv6 it is the network, because each customer of a provider has at least a /64 of addresses.
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
