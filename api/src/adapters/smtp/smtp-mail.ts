import { Readable } from 'node:stream'
import SmtpConnection from 'nodemailer/lib/smtp-connection'
import type { Mail, MailOutcome, MessageToSend } from '../../features/mail/mail.ts'
import { Refusal } from '../../refusal.ts'

export type SmtpOptions = {
  host: string
  port: number
  encryption: 'tls' | 'starttls' | 'none'
  user: string | undefined
  password: string | undefined
  /** How long the server may take to be ready for a message, and how long to answer it, in ms. */
  timeout: number
  /** Certificates of the authority that signed the server’s, if it isn’t a public one. */
  ca?: string
}

/** A mail server. Messages that follow each other soon use one connection. */
export function smtpMail(options: SmtpOptions): Mail {
  const { host, port, timeout } = options
  let open: SmtpConnection | undefined
  let idle: NodeJS.Timeout | undefined

  const closeOpen = () => {
    clearTimeout(idle)
    open?.close()
    open = undefined
  }
  const keepOpen = (connection: SmtpConnection) => {
    open = connection
    idle = setTimeout(closeOpen, idleTime).unref()
  }
  const takeOpen = () => {
    const taken = open
    open = undefined
    clearTimeout(idle)
    return taken
  }

  const sendOn = async (
    connection: SmtpConnection,
    message: MessageToSend,
    begin: () => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<MailOutcome> => {
    const sending = createSending(begin)
    try {
      const response = await withLimit<string>(
        connection,
        { timeout, signal, onBegin: sending.onBegin },
        (done) => {
          const size = message.bytes.byteLength
          const envelope = { from: message.from, to: [message.to], size }
          const body = sending.stream(message.bytes)
          connection.send(envelope, body, (error, info) => done(error, info?.response))
        },
      )
      keepOpen(connection)
      return { state: 'sent', reply: response ?? '' }
    } catch (error) {
      // What `begin` stores may still be on its way.
      await sending.settled()
      if (sending.refusal()) {
        connection.close()
        throw new NotBegun(sending.refusal())
      }
      const outcome = outcomeOf(error, sending.isBegun())
      if (outcome && isUsable(error)) await reset(connection)
      else connection.close()
      if (outcome) return outcome
      throw error
    }
  }

  /** After a refusal, the next message needs a clean session. */
  const reset = async (connection: SmtpConnection) => {
    try {
      await withLimit(connection, { timeout }, (done) => connection.reset(done))
      keepOpen(connection)
    } catch {
      connection.close()
    }
  }

  return {
    async send(message, begin, signal) {
      signal?.throwIfAborted()
      const kept = takeOpen()
      let isBegun = false
      const begins = async () => {
        await begin()
        isBegun = true
      }
      try {
        const connection = kept ?? (await connect(options, signal))
        return await sendOn(connection, message, begins, signal)
      } catch (error) {
        // The server may have closed a connection that was kept open.
        const mayBeStale = kept && !isBegun && isConnectionFault(error) && !signal?.aborted
        if (!mayBeStale) throw asRefusal(error, signal)
      }
      try {
        return await sendOn(await connect(options, signal), message, begin, signal)
      } catch (error) {
        throw asRefusal(error, signal)
      }
    },
    async check(signal) {
      try {
        const connection = await connect(options, signal)
        const { encrypted, protocol } = encryptionOf(connection)
        connection.close()
        return `${host}:${port}, ${encrypted ? protocol : 'not encrypted'}`
      } catch (error) {
        throw asRefusal(error, signal)
      }
    },
    async close() {
      closeOpen()
    },
  }
}

/** In ms: how long a connection is kept open for the next message. */
const idleTime = 5000

/** A connection that is encrypted and signed in. */
async function connect(options: SmtpOptions, signal?: AbortSignal): Promise<SmtpConnection> {
  const { host, port, encryption, user, password, timeout, ca } = options
  const connection = new SmtpConnection({
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    // The limit below ends each step; this one is for a server that ends none.
    socketTimeout: 2 * timeout,
    socketCloseTimeout: 0,
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
  })
  try {
    await withLimit(connection, { timeout, signal }, (done) => connection.connect(done))
    if (user !== undefined) {
      const credentials = { user, pass: password ?? '' }
      await withLimit(connection, { timeout, signal }, (done) =>
        connection.login({ credentials }, done),
      )
    }
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** The message as a stream that the connection reads once the server is ready for it. */
function createSending(begin: () => Promise<void>) {
  let onBegin = () => {}
  let refusal: unknown
  let isBegun = false
  let beginning: Promise<void> | undefined
  return {
    onBegin: (call: () => void) => void (onBegin = call),
    isBegun: () => isBegun,
    settled: async () => {
      try {
        await beginning
        isBegun = beginning !== undefined
      } catch {
        // It is the refusal.
      }
    },
    /** Why it wasn’t begun. */
    refusal: () => refusal,
    stream: (bytes: Uint8Array) =>
      Readable.from(
        (async function* () {
          try {
            onBegin()
            beginning = begin()
            await beginning
            isBegun = true
          } catch (error) {
            refusal = error
            throw error
          }
          yield bytes
        })(),
        { objectMode: false },
      ),
  }
}

type Done<T> = (error?: Error | null, result?: T) => void
type Limit = {
  timeout: number
  signal?: AbortSignal | undefined
  /** From then on the caller can’t end it, and the time starts again. */
  onBegin?: (call: () => void) => void
}

/** One step of the protocol. A server that sends a byte now and then doesn’t extend it. */
async function withLimit<T>(
  connection: SmtpConnection,
  { timeout, signal, onBegin }: Limit,
  step: (done: Done<T>) => void,
): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  const late = () => reject(new Error('The mail server takes too long to answer.'))
  let timer = setTimeout(late, timeout)
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  onBegin?.(() => {
    clearTimeout(timer)
    timer = setTimeout(late, timeout)
    signal?.removeEventListener('abort', abort)
  })
  connection.once('error', reject)
  connection.once('end', ended)
  function ended() {
    reject(new Error('The mail server closed the connection.'))
  }
  try {
    step((error, result) => (error ? reject(error) : resolve(result)))
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    connection.removeListener('error', reject)
    connection.removeListener('end', ended)
    // An error that comes later concerns nobody.
    connection.on('error', () => undefined)
  }
}

/** The message wasn’t begun, for its sender’s own reason. */
class NotBegun extends Error {
  readonly reason: unknown

  constructor(reason: unknown) {
    super('The message was not begun.')
    this.reason = reason
  }
}

type SmtpError = Error & { responseCode?: number; response?: string; command?: string }

/** What a fault means for the message; undefined if it concerns the server and not the message. */
function outcomeOf(error: unknown, isBegun: boolean): MailOutcome | undefined {
  const { responseCode: code, response, command, message } = error as SmtpError
  const reply = response ?? message
  if (code === undefined) return isBegun ? { state: 'unknown', reply } : undefined
  // A sender that the server doesn’t accept concerns every message; only its size concerns this one.
  if (command === 'MAIL FROM' && code !== 552) return undefined
  return { state: code >= 500 && code !== 503 ? 'refused' : 'deferred', reply }
}

/** Whether the server expects further commands after this refusal. */
function isUsable(error: unknown): boolean {
  const { responseCode: code } = error as SmtpError
  return code !== undefined && code !== 421 && code !== 503
}

function isConnectionFault(error: unknown): boolean {
  if (error instanceof NotBegun) return false
  return (
    (error as SmtpError).responseCode === undefined || (error as SmtpError).responseCode === 421
  )
}

function asRefusal(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof NotBegun) return error.reason
  if (error instanceof Refusal || (signal?.aborted && error === signal.reason)) return error
  if (!(error instanceof Error)) return error
  const { response, message } = error as SmtpError
  const cause = new Error(response ?? message, { cause: error })
  return new Refusal('unavailable', 'The mail server can’t be reached at the moment.', { cause })
}

function encryptionOf(connection: SmtpConnection): { encrypted: boolean; protocol: string } {
  const socket = (connection as unknown as { _socket?: { getProtocol?: () => string | null } })
    ._socket
  return { encrypted: connection.secure, protocol: socket?.getProtocol?.() ?? 'TLS' }
}
