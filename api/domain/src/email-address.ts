/**
 * An address in the form used for comparison: A–Z in lower case, all other characters unchanged. Full Unicode lower
 * case would map different addresses to one: the Kelvin sign (U+212A) becomes a k.
 */
export function comparableEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Whether this is a valid address: printable ASCII with one part on each side of the @. */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[\x21-\x7e]+@[\x21-\x3f\x41-\x7e]+\.[\x21-\x3f\x41-\x7e]+$/.test(text)
  )
}

/** Whether an address is of exactly this domain, ignoring case; `ada@evil-larkspur.example` is not. */
export function isEmailOfDomain(email: string, domain: string): boolean {
  const comparable = comparableEmail(email)
  const at = comparable.lastIndexOf('@')
  return (
    at > 0 && isEmailAddress(comparable) && comparable.slice(at + 1) === comparableEmail(domain)
  )
}
