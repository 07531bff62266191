import { createHash } from 'node:crypto'
import type { MailBlock, MailContent } from '@portal/contract/mail'
import type { StoredMail } from './stored-mail.ts'
import { renderMail, type MailFrame } from './mail-template.ts'

type MailSender = { name: string; address: string; replyTo: string | undefined }

type Parts = MailFrame & {
  from: MailSender
  /** A link that unsubscribes with one click; undefined if the person can't unsubscribe. */
  unsubscribe: string | undefined
  at: Date
}

/** The bytes of a message, the same for every adapter. */
export async function composeMail(
  id: string,
  { to, subject, content, calendar }: Pick<StoredMail, 'to' | 'subject' | 'content' | 'calendar'>,
  { from, at, unsubscribe, ...frame }: Parts,
): Promise<Uint8Array> {
  // Loaded on demand: a portal without mail doesn't need it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { html, text } = renderMail(subject, content, { ...frame, unsubscribe })
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: to.name, address: to.address },
    ...(from.replyTo === undefined ? {} : { replyTo: from.replyTo }),
    subject,
    text,
    html,
    date: at,
    messageId: messageId(id, from.address),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': 'en',
      ...(unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    ...(calendar ? { icalEvent: { method: calendar.method, content: calendar.ics } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** Replaces each button for choosing a password by one with a link. */
export async function withLinks(
  { blocks, ...content }: MailContent,
  linkFor: (account: string) => Promise<string>,
): Promise<MailContent> {
  const linked = blocks.map(async (block): Promise<MailBlock> => {
    if (block.type !== 'passwordButton') return block
    return { type: 'button', text: block.text, href: await linkFor(block.account) }
  })
  return { ...content, blocks: await Promise.all(linked) }
}

/** The same for a mail that is sent again, so that programs recognize the second copy. */
function messageId(id: string, address: string): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 40)
  return `<${digest}@${address.slice(address.lastIndexOf('@') + 1)}>`
}
