import type { EmbedType } from '@portal/contract/mappings'

/** Longer texts aren't treated as an iframe's HTML. */
const longest = 20_000

/**
 * The address in what was typed or pasted: an address as it is, or the `src` of the first iframe of an HTML
 * text. The text is only read, never parsed into a document or rendered.
 */
export function embedAddressOf(text: string): string | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('<')) return trimmed || undefined
  const html = trimmed.slice(0, longest).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const attributes = /<iframe\b((?:[^>"']|"[^"]*"|'[^']*')*)>/i.exec(html)?.[1] ?? ''
  const parts = attributes.matchAll(/([^\s=/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/g)
  for (const [, name, value = ''] of parts) {
    if (name!.toLowerCase() !== 'src') continue
    const address = decoded(value.replace(/^["']|["']$/g, '')).trim()
    return address.startsWith('//') ? `https:${address}` : address || undefined
  }
  return undefined
}

/** Undefined unless it is a whole https address. */
export function httpsUrl(address: string | undefined): URL | undefined {
  const url = address && URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === 'https:' && !url.username && !url.password ? url : undefined
}

/** How the embed is shown, by its host: in a frame if that is allowed, else as a link. */
export function proposedEmbedType(url: URL | undefined, embedHosts: string[]): EmbedType {
  if (!url || !isAllowedHost(url.hostname, embedHosts)) return 'external'
  return isHostOf(url.hostname, 'airtable.com') ? 'airtable' : 'others'
}

/** Whether the host may be shown in a frame. */
export function isAllowedHost(host: string, embedHosts: string[]): boolean {
  return embedHosts.some((allowed) => isHostOf(host, allowed.replace(/^\*\./, '')))
}

function isHostOf(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
