import type { AddressInfo } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'

/** An IMAP server on this machine with one mailbox, for the user `board` with the password `secret`. */
export async function startImapServer() {
  const imap = hoodiecrow({
    plugins: ['ID', 'LITERALPLUS', 'UNSELECT', 'NAMESPACE'],
    storage: { INBOX: { messages: [] } },
    users: { board: { password: 'secret' } },
  })
  await new Promise<void>((resolve) => imap.listen(0, '127.0.0.1', resolve))
  const { port } = imap.server.address() as AddressInfo
  return {
    options: {
      host: 'localhost',
      port,
      encryption: 'none',
      user: 'board',
      password: 'secret',
      folder: 'INBOX',
      timeout: 5000,
    } as const,
    receive(raw: string, at = new Date()) {
      imap.appendMessage('INBOX', [], at, raw.replaceAll(/\r?\n/g, '\r\n'))
    },
    /** As a server does that restores the mailbox from a backup. */
    renumber() {
      imap.folderCache['INBOX']!.uidvalidity += 1
    },
    /** The flags of each message. */
    flags: () => imap.folderCache['INBOX']!.messages.map(({ flags }) => flags),
    close: () => new Promise<void>((resolve) => imap.close(() => resolve())),
  }
}

/** A mail with a calendar part, as programs send it. */
export function mailWith(calendar: string, { from = 'maria@larkspur.example' } = {}): string {
  const lines = [
    `From: ${from}`,
    'To: board@larkspur.example',
    'Subject: Accepted',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Maria has accepted.',
    '--b',
    'Content-Type: text/calendar; charset=utf-8; method=REPLY',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(calendar).toString('base64').replaceAll(/.{76}/g, '$&\n'),
    '--b--',
    '',
  ]
  return lines.join('\n')
}
