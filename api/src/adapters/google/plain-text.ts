const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Converts HTML from Google's editors to plain text, since screens never render external markup. */
export function plainText(html: string): string {
  if (!/<[a-z/!]|&[#\w]+;/i.test(html)) return html.trim()
  return html
    .replace(/<a\s[^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/gi, (_, address: string, text: string) =>
      text.trim() === '' || address.includes(text.trim()) ? address : `${text} (${address})`,
    )
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<br\b[^>]*>|<\/(p|div|h[1-6]|ul|ol)>/gi, '\n')
    .replace(/<[a-z/!][^>]*>/gi, '')
    .replace(/&(#x?)?(\w+);/gi, (whole, numeric: string | undefined, name: string) => {
      if (numeric === undefined) return entities[name.toLowerCase()] ?? whole
      const code = Number.parseInt(name, numeric.length === 2 ? 16 : 10)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
