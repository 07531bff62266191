import { comparableEmail, isEmailAddress } from '@portal/contract/email-address'

/** The e-mail addresses of a text, in lower case and each once; they are separated by commas, semicolons and white space. */
export function emailsIn(text: string): string[] {
  const words = comparableEmail(text).split(/[\s,;]+/u)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** The first word that isn't a valid address; undefined if all are. */
export function firstInvalidEmail(emails: string[]): string | undefined {
  return emails.find((email) => !isEmailAddress(email))
}
