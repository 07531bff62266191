import type { ServePlain } from '../../platform/http/plain-route.ts'

const day = 24 * 60 * 60 * 1000

type Options = {
  /** A `mailto:` or `https:` address. */
  securityContact: string
  now: () => Date
}

/** What a website serves to programs: `/robots.txt`, and `/.well-known/security.txt` (RFC 9116). */
export function siteFiles(plain: ServePlain, { securityContact, now }: Options): void {
  plain(['GET'], '/robots.txt', () => text('User-agent: *\nDisallow: /\n'))
  plain(['GET'], '/.well-known/security.txt', () => {
    // Counted from midnight, so that the file is the same all day.
    const midnight = Math.floor(now().getTime() / day) * day
    const expires = new Date(midnight + 180 * day).toISOString()
    return text(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`)
  })
}

function text(content: string): Response {
  return new Response(content, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}
