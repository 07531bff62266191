import { comparableEmail, isEmailAddress } from '@portal/contract/email-address'

/** The e-mail addresses of a text, in lower case and each once; commas, semicolons and white space part them. */
export function emailsIn(text: string): string[] {
  const words = comparableEmail(text).split(/[\s,;]+/u)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** The first word that can't be an address; undefined where all may be. */
export function notAnEmail(emails: string[]): string | undefined {
  return emails.find((email) => !isEmailAddress(email))
}
