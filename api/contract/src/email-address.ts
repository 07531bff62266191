import * as z from 'zod/mini'

/**
 * An e-mail address as addresses are compared: with A–Z in lower case and every other sign as it is. Unicode's own
 * lower case would make one address of two: the Kelvin sign (U+212A) becomes a k.
 */
export function comparableEmail(email: string): string {
  return email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Whether this can be an address that identifies somebody: printable ASCII with one part on each side of the @. */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[\x21-\x7e]+@[\x21-\x3f\x41-\x7e]+\.[\x21-\x3f\x41-\x7e]+$/.test(text)
  )
}

/** Of this domain and no other, whatever its case: `ada@evil-larkspur.example` is not of `larkspur.example`. */
export function isEmailOfDomain(email: string, domain: string): boolean {
  const comparable = comparableEmail(email)
  const at = comparable.lastIndexOf('@')
  return (
    at > 0 && isEmailAddress(comparable) && comparable.slice(at + 1) === comparableEmail(domain)
  )
}

/** An address as somebody enters it; read as a comparable one. */
export const emailAddress = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(3),
      z.maxLength(254),
      z.refine(isEmailAddress, 'Invalid email address format.'),
    ),
  z.transform(comparableEmail),
)
