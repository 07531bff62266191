import type { Settings } from '../../platform/env/env.ts'
import type { ReplyMailbox } from '../feeds/feeds-feature.ts'
import type { Mail } from '../mail/mail-feature.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = {
  settings: Pick<Settings, 'mail' | 'production'>
  /** None while mail is off. */
  open: () => Promise<Mail | undefined>
}

const remedy =
  'Check SMTP_HOST, SMTP_PORT, SMTP_ENCRYPTION, SMTP_USER and SMTP_PASSWORD with whoever runs the mail server.'

/** Connects to the mail server, and signs in. */
export function mailCheck({ settings: { mail, production }, open }: Options): Check {
  return {
    part: 'mail',
    remedy,
    async run() {
      if (mail.kind === 'off') return 'off, so nobody is written to'
      if (mail.kind === 'outbox') {
        const kept = 'mails are kept in the outbox folder, and nobody receives them'
        return production ? { caution: `${kept}. Set MAIL=smtp, or off` } : kept
      }
      const server = await using(open, (port, signal) => port.check(signal))
      const { user } = mail
      return user === undefined ? `${server}, without a sign-in` : `${server}, signed in as ${user}`
    },
  }
}

type TestOptions = Options & {
  to: string
  compose: (to: string) => Promise<{ id: string; bytes: Uint8Array }>
}

/** Sends a test message, past the queue. */
export function testMailCheck({ settings: { mail }, open, to, compose }: TestOptions): Check {
  return {
    part: 'mail-to',
    remedy,
    // The server may take its time once it has the message.
    timeout: 120_000,
    async run() {
      if (mail.kind === 'off') {
        throw new CheckFailure('Mail is off, so no test message was sent. Set MAIL=smtp.')
      }
      const message = { ...(await compose(to)), from: mail.from.address, to }
      const { state, reply } = await using(open, (port, signal) =>
        port.send(message, async () => {}, signal),
      )
      if (state === 'refused') throw new CheckFailure(`The mail server refuses it: ${reply}`)
      if (state === 'deferred') {
        return {
          caution: `the mail server doesn’t take it yet: ${reply}. Try again in some minutes`,
        }
      }
      if (state === 'unknown') {
        return {
          caution: `it may have arrived, because the mail server’s answer was cut: ${reply}`,
        }
      }
      return `sent to ${to}: ${reply}`
    },
  }
}

/** Connects to the mailbox that calendars' answers are read from. */
export function mailboxCheck({ open }: { open: () => Promise<ReplyMailbox | undefined> }): Check {
  return {
    part: 'replies-mailbox',
    remedy:
      'Check MAIL_REPLIES_HOST, MAIL_REPLIES_PORT, MAIL_REPLIES_ENCRYPTION, MAIL_REPLIES_USER, MAIL_REPLIES_PASSWORD and MAIL_REPLIES_FOLDER with whoever runs the mail server.',
    async run() {
      try {
        const mailbox = await open()
        return await mailbox!.check(AbortSignal.timeout(limit))
      } catch (error) {
        throw error instanceof Error && error.cause instanceof Error ? error.cause : error
      }
    },
  }
}

/** In ms; less than a check may take. */
const limit = 25_000

async function using<T>(
  open: Options['open'],
  work: (port: Mail, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const port = await open()
  if (!port) throw new Error('Mail is off.')
  const ending = new AbortController()
  const tooLate = () => ending.abort(new Error(`No response within ${limit / 1000} s.`))
  const timer = setTimeout(tooLate, limit)
  try {
    return await work(port, ending.signal)
  } catch (error) {
    // The portal's own message is the same for all errors; the operator needs the server's.
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error
  } finally {
    clearTimeout(timer)
    await port.close()
  }
}
