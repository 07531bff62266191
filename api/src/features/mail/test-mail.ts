import { randomUUID } from 'node:crypto'
import type { MailContent } from '@portal/contract/mail'
import { publicUrlOf, type Settings } from '../../platform/env/env.ts'
import { composeMail } from './compose-mail.ts'
import { type Colors, defaultColors, type MailFrame } from './mail-template.ts'

type Parts = {
  /** The reader's, if it is known. */
  name?: string
  foundation: string
  portalUrl: string
}

/** With it, an admin or operator sees whether mails arrive. */
export function testMail({ name, foundation, portalUrl }: Parts): {
  subject: string
  content: MailContent
} {
  return {
    subject: `Test message from ${foundation}`,
    content: {
      ...(name === undefined ? {} : { greeting: `Dear ${name},` }),
      blocks: [
        {
          type: 'paragraph',
          text: 'The board portal can send mail. If this message was in your spam folder, please tell whoever runs the portal.',
        },
        { type: 'button', text: 'Open the portal', href: portalUrl },
      ],
    },
  }
}

/** A test message to an address, for a command: it isn't queued. */
export async function composeTestMail(
  settings: Settings,
  to: string,
  { at, colors }: { at: Date; colors?: Colors | undefined },
): Promise<{ id: string; bytes: Uint8Array }> {
  const id = `test-doctor-${randomUUID()}`
  const frame = frameOf(settings, colors)
  const mail = { to: { name: to, address: to }, ...testMail(frame) }
  const parts = { ...frame, from: settings.mail.from, unsubscribe: undefined, at }
  return { id, bytes: await composeMail(id, mail, parts) }
}

/** What is the same in every message. */
export function frameOf(settings: Settings, colors: Colors = defaultColors): MailFrame {
  return { foundation: settings.foundation.name, portalUrl: publicUrlOf(settings), colors }
}
