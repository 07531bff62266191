/** A `mailto:` link. An address can't add headers to the message. */
export function mailLink(email: string, subject?: string): string {
  const address = `mailto:${encodeURIComponent(email).replace('%40', '@')}`
  return subject === undefined ? address : `${address}?subject=${encodeURIComponent(subject)}`
}

/** A `tel:` link for a number as people write it: `+1 (503) 555-0142 ext. 7`. */
export function phoneLink(phone: string): string {
  const [number = '', extension] = phone.split(/\s*(?:ext\.?|x|#)\s*(?=\d+\s*$)/i)
  const dialled = number.replace(/[^\d+*]/g, '')
  return extension ? `tel:${dialled};ext=${extension.trim()}` : `tel:${dialled}`
}
