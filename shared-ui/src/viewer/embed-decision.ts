import type { EmbedType } from '@portal/contract/mappings'
import { localAddress } from '@portal/domain/local-address'

export type EmbedDecision =
  | { show: 'nothing' }
  | { show: 'frame'; url: string }
  /** A host that may not be framed, or an embed meant as a link. */
  | { show: 'link'; url: string }

/** Only https URLs are shown; only those of an allowed host or its subdomains are framed. */
export function decideEmbed(
  url: string | undefined,
  embedType: EmbedType | undefined,
  embedHosts: readonly string[],
): EmbedDecision {
  const trimmed = url?.trim() ?? ''
  if (!URL.canParse(trimmed)) return { show: 'nothing' }
  const parsed = new URL(trimmed)
  if (parsed.protocol !== 'https:') return { show: 'nothing' }
  // A frame of our own origin would have our rights.
  if (localAddress(trimmed, location.origin) !== undefined)
    return { show: 'link', url: parsed.href }
  const framed = embedType !== 'external' && embedHosts.some((host) => isWithin(parsed, host))
  return { show: framed ? 'frame' : 'link', url: parsed.href }
}

function isWithin({ hostname, port, username, password }: URL, host: string): boolean {
  const allowed = host.trim().toLowerCase()
  if (!allowed || port || username || password) return false
  return hostname === allowed || hostname.endsWith(`.${allowed}`)
}
