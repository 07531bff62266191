import { parsedUrl } from '@portal/domain/parsed-url'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'

/** What ends a sentence rather than an address. */
const trailing = /[.,;:!?'"’”)\]}>]+$/

/** Plain text, with its web addresses as links. Markup in it stays text. */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ at, part, url }) =>
    url === undefined ? (
      part
    ) : (
      <a key={at} href={url} target="_blank" rel="noopener noreferrer">
        {part}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    ),
  )
}

type Part = { at: number; part: string; url?: string }

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>]+/gi)) {
    const address = withoutTrailing(found)
    const url = parsedUrl(address)
    // An address with a name and password may pretend to be another site.
    if (!url || url.username !== '') continue
    parts.push({ at: end, part: text.slice(end, index) })
    parts.push({ at: index, part: address, url: url.href })
    end = index + address.length
  }
  return [...parts, { at: end, part: text.slice(end) }]
}

/** A closing bracket belongs to the address that opens it: `/wiki/Board_(foundation)`. */
function withoutTrailing(address: string): string {
  const shorter = address.replace(trailing, '')
  const opens = shorter.split('(').length > shorter.split(')').length
  return opens && address.startsWith(')', shorter.length) ? `${shorter})` : shorter
}
