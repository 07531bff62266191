import { type EmbedType, longestEmbedUrl } from '@portal/contract/mappings'

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

/** Undefined unless the API accepts it: a whole https address. */
export function httpsUrl(address: string | undefined): URL | undefined {
  return address === undefined || addressFault(address) ? undefined : new URL(address)
}

/** Why the API would refuse this address, in a sentence. */
export function addressFault(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:') return 'Enter a whole address that starts with https://'
  if (url.username || url.password) {
    return 'Enter the address without the user name and password in it: every member would see them.'
  }
  if (address.length > longestEmbedUrl || url.href.length > longestEmbedUrl) {
    return `An address may have at most ${longestEmbedUrl.toLocaleString('en')} characters.`
  }
  return undefined
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
