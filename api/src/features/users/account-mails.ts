import type { Account } from '../../platform/identity/accounts.ts'
import type { QueuedMail } from '../mail/mail-feature.ts'

/** In ms: nobody waits longer for a link, and a new one is easily sent. */
const linkTime = 24 * 3_600_000

/** With it, people choose the first password of a new account, or another one. */
export function passwordLinkMail(
  { uid, email, displayName }: Account,
  foundation: string,
  { isNew, at }: { isNew: boolean; at: Date },
): QueuedMail {
  const name = displayName ?? email
  return {
    id: `account-link-${uid}-${at.getTime()}`,
    kind: 'account',
    person: uid,
    to: { name, address: email },
    subject: isNew ? `Your account for ${foundation}` : 'Choose a new password',
    content: {
      greeting: `Dear ${name},`,
      blocks: [
        {
          type: 'paragraph',
          text: isNew
            ? `You have an account for the board portal of ${foundation}. Please choose a password for it. You then sign in with ${email}.`
            : `Somebody who looks after the board portal of ${foundation} has sent you a link to choose a new password.`,
        },
        { type: 'passwordButton', text: 'Choose a password', account: uid },
        {
          type: 'paragraph',
          text: 'The link works once, and not for long. If you didn’t expect this message, you can ignore it: your password stays as it is.',
        },
      ],
    },
    unsubscribable: false,
    sendBefore: new Date(at.getTime() + linkTime),
  }
}

/** Never contains the password. */
export function passwordSetMail(
  { uid, email, displayName }: Account,
  foundation: string,
  at: Date,
): QueuedMail {
  const name = displayName ?? email
  return {
    id: `account-password-${uid}-${at.getTime()}`,
    kind: 'account',
    person: uid,
    to: { name, address: email },
    subject: 'A new password was set for your account',
    content: {
      greeting: `Dear ${name},`,
      blocks: [
        {
          type: 'paragraph',
          text: `Somebody who looks after the board portal of ${foundation} has set a new password for your account. They tell you the password themselves.`,
        },
        {
          type: 'paragraph',
          text: 'If you didn’t expect this, please call your board liaison.',
        },
      ],
    },
    unsubscribable: false,
  }
}
