import { isolated } from '@portal/domain/shown-text'
import type { PasswordSet } from '@portal/contract/password-set'

/** How an admin has set the reader's password or changed their address, in one sentence. */
export function setSentence({ by, kind, isNewAddress }: PasswordSet, at: string): string {
  const who = by === undefined ? 'A program of the portal’s operator' : `An admin, ${by},`
  const addressed = 'changed the address that you sign in with'
  const other =
    kind === 'link' ? 'obtained a link to choose a new password for you' : 'set your password'
  const did = !isNewAddress ? other : kind === 'link' ? addressed : `${other} and ${addressed}`
  return `${isolated(who)} ${did} on ${at}.`
}

/** Who has opened the reader's notes again, in one sentence. */
export function openedSentence(
  { by, admin }: NonNullable<PasswordSet['opened']>,
  at: string,
): string {
  const who = {
    secondFactor: 'You confirmed with your code',
    admin: `An admin, ${admin}, confirmed that it’s you`,
    operator: 'The portal’s operator confirmed that it’s you',
  }[by]
  return `${isolated(who)} on ${at}, so your notes and what you have read are open again.`
}
