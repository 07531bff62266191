import { ImapFlow, type MessageStructureObject } from 'imapflow'
import type {
  MailboxPosition,
  ReceivedMessage,
  ReplyMailbox,
} from '../../features/feeds/reply-mailbox.ts'
import { Refusal } from '../../refusal.ts'
import { calendarAnswer } from './calendar-answer.ts'

export type ImapOptions = {
  host: string
  port: number
  /** `tls`: from the first byte. `starttls`: before the sign-in. */
  encryption: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  folder: string
  /** How long the server may take for an answer, in ms. */
  timeout: number
  /** Certificates of the authority that signed the server’s, if it isn’t a public one. */
  ca?: string
}

/** In bytes: an answer has a few hundred. */
const largestPart = 64_000

/** A mailbox at an IMAP server. Each round of reading has a connection of its own. */
export function imapMailbox(options: ImapOptions): ReplyMailbox {
  const { host, port, folder } = options
  return {
    async *read(after, most, signal) {
      const client = await connect(options, signal)
      try {
        yield* messagesOf(client, { folder, after, most, signal })
      } catch (error) {
        throw asRefusal(error, signal)
      } finally {
        client.close()
      }
    },
    async check(signal) {
      const client = await connect(options, signal)
      try {
        await client.mailboxOpen(folder, { readOnly: true })
        return `${host}:${port}, ${folder}`
      } catch (error) {
        throw asRefusal(error, signal)
      } finally {
        client.close()
      }
    },
  }
}

async function connect(options: ImapOptions, signal: AbortSignal): Promise<ImapFlow> {
  const { host, port, encryption, user, password, timeout, ca } = options
  signal.throwIfAborted()
  const client = new ImapFlow({
    host,
    port,
    secure: encryption === 'tls',
    ...(encryption === 'tls' ? {} : { doSTARTTLS: encryption === 'starttls' }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    maxLiteralSize: 1_000_000,
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
  })
  // Each command rejects, too.
  client.on('error', () => undefined)
  signal.addEventListener('abort', () => client.close(), { once: true })
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw asRefusal(error, signal)
  }
}

type Reading = {
  folder: string
  after: MailboxPosition | undefined
  most: number
  signal: AbortSignal
}

async function* messagesOf(
  client: ImapFlow,
  { folder, after, most, signal }: Reading,
): AsyncGenerator<ReceivedMessage> {
  const mailbox = await client.mailboxOpen(folder, { readOnly: true })
  const validity = String(mailbox.uidValidity)
  const from = after?.validity === validity ? after.uid + 1 : 1
  // A range up to the last message has that message, also if it is before the range.
  const found = (await client.search({ uid: `${from}:*` }, { uid: true })) || []
  const uids = found
    .filter((uid) => uid >= from)
    .toSorted((a, b) => a - b)
    .slice(0, most)
  if (uids.length === 0) return
  const query = { uid: true, internalDate: true, envelope: true, bodyStructure: true }
  const messages = await client.fetchAll(uids.join(','), query, { uid: true })
  const byUid = new Map(messages.map((message) => [message.uid, message]))
  for (const uid of uids) {
    signal.throwIfAborted()
    const { bodyStructure, envelope, internalDate } = byUid.get(uid) ?? {}
    const part = bodyStructure && calendarPart(bodyStructure)
    yield {
      position: { validity, uid },
      receivedAt: internalDate ? new Date(internalDate) : new Date(0),
      from: envelope?.from?.[0]?.address ?? '',
      ...(part ? { answer: () => answerOf(client, uid, part) } : {}),
    }
  }
}

/** The first part for calendar programs. */
function calendarPart(structure: MessageStructureObject): MessageStructureObject | undefined {
  const types = ['text/calendar', 'application/ics']
  if (types.includes(structure.type.toLowerCase())) return structure
  for (const child of structure.childNodes ?? []) {
    const found = calendarPart(child)
    if (found) return found
  }
  return undefined
}

async function answerOf(
  client: ImapFlow,
  uid: number,
  { part = '1', size = 0 }: MessageStructureObject,
) {
  if (size > largestPart) return { fault: 'It is too large.' }
  const { content } = await client.download(String(uid), part, { uid: true })
  const chunks: Uint8Array[] = []
  for await (const chunk of content ?? []) chunks.push(chunk as Uint8Array)
  return calendarAnswer(Buffer.concat(chunks).toString())
}

function asRefusal(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Refusal) return error
  if (signal.aborted) return signal.reason
  const { message, responseText } = error as Error & { responseText?: string }
  const cause = new Error(responseText ?? message, { cause: error })
  return new Refusal('unavailable', 'The mailbox of replies can’t be read at the moment.', {
    cause,
  })
}
