import { generateKeyPairSync } from 'node:crypto'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { mailSuite, message } from '../../features/mail/mail-suite.ts'
import { selfMadeCertificate } from '../../platform/resilience/expired-server-fixture.ts'
import { smtpMail, type SmtpOptions } from './smtp-mail.ts'
import { startRoughServer, startSmtpServer, usualAnswer } from './smtp-server-fixture.ts'

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
const cert = selfMadeCertificate(keys, { from: 2020, to: 2099 })
const expired = selfMadeCertificate(keys, { from: 2020, to: 2021 })

/** What a test has opened. */
const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})
function closing<T extends { close: () => Promise<void> }>(one: T): T {
  opened.push(one)
  return one
}

const mailTo = (port: number, more: Partial<SmtpOptions> = {}) =>
  closing(
    smtpMail({
      host: 'localhost',
      port,
      encryption: 'none',
      user: undefined,
      password: undefined,
      timeout: 5000,
      ...more,
    }),
  )
const nothing = async () => {}

mailSuite('a mail server', async () => {
  const server = await startSmtpServer({ secure: true, key, cert })
  const options = { host: 'localhost', port: server.port, encryption: 'tls', ca: cert } as const
  const mail = smtpMail({ ...options, user: undefined, password: undefined, timeout: 5000 })
  return {
    mail,
    arrived: async () => server.received.map(({ text }) => text),
    async breakDown() {
      await server.close()
    },
    async close() {
      await mail.close()
      await server.close()
    },
  }
})

describe('refusals', () => {
  it('reports a recipient that the server refuses, and sends to the others', async () => {
    const server = closing(
      await startSmtpServer({
        onRcptTo({ address }, _, callback) {
          if (!address.startsWith('b@')) callback()
          else callback(Object.assign(new Error('No such user'), { responseCode: 550 }))
        },
      }),
    )
    const mail = mailTo(server.port)
    const outcomes = []
    for (const id of ['a', 'b', 'c']) outcomes.push(await mail.send(message(id), nothing))
    expect(outcomes).toMatchObject([
      { state: 'sent' },
      { state: 'refused', reply: '550 No such user' },
      { state: 'sent' },
    ])
    expect(server.received.map(({ to }) => to)).toEqual([
      ['a@larkspur.example'],
      ['c@larkspur.example'],
    ])
  })

  it('defers a recipient on a gray list, who is accepted later', async () => {
    const seen = new Set<string>()
    const server = closing(
      await startSmtpServer({
        onRcptTo({ address }, _, callback) {
          if (seen.has(address)) return callback()
          seen.add(address)
          callback(Object.assign(new Error('Greylisted'), { responseCode: 450 }))
        },
      }),
    )
    const mail = mailTo(server.port)
    expect(await mail.send(message('a'), nothing)).toEqual({
      state: 'deferred',
      reply: '450 Greylisted',
    })
    expect(await mail.send(message('a'), nothing)).toMatchObject({ state: 'sent' })
  })

  it.each([
    [554, 'refused'],
    [451, 'deferred'],
  ])('reports a message that the server answers with %i as %s', async (responseCode, state) => {
    const server = closing(
      await startSmtpServer({
        onData(stream, _, callback) {
          stream.resume()
          stream.on('end', () => callback(Object.assign(new Error('Spam'), { responseCode })))
        },
      }),
    )
    expect(await mailTo(server.port).send(message('a'), nothing)).toMatchObject({ state })
  })

  it('refuses a message as unavailable if the server doesn’t accept the sender', async () => {
    const server = closing(
      await startSmtpServer({
        onMailFrom(_, __, callback) {
          callback(Object.assign(new Error('Not your address'), { responseCode: 553 }))
        },
      }),
    )
    await expect(mailTo(server.port).send(message('a'), nothing)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: '553 Not your address' },
    })
  })

  it('refuses as unavailable if the server refuses the password', async () => {
    const server = closing(
      await startSmtpServer({
        secure: true,
        key,
        cert,
        authOptional: false,
        onAuth(_, __, callback) {
          callback(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
        },
      }),
    )
    const options = { encryption: 'tls', ca: cert, user: 'portal', password: 'x' } as const
    await expect(mailTo(server.port, options).check()).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringMatching(/^535 /) },
    })
  })

  it('signs in', async () => {
    const users: unknown[] = []
    const server = closing(
      await startSmtpServer({
        secure: true,
        key,
        cert,
        authOptional: false,
        onAuth({ username, password }, _, callback) {
          users.push([username, password])
          callback(null, { user: username })
        },
      }),
    )
    const options = { encryption: 'tls', ca: cert, user: 'portal', password: 'secret' } as const
    await mailTo(server.port, options).send(message('a'), nothing)
    expect(users).toEqual([['portal', 'secret']])
    expect(server.received).toHaveLength(1)
  })
})

describe('encryption', () => {
  const send = async (more: Partial<SmtpOptions>, given: { cert?: string; secure: boolean }) => {
    const server = closing(
      await startSmtpServer({ key, cert: given.cert ?? cert, secure: given.secure }),
    )
    const outcome = mailTo(server.port, more).send(message('a'), nothing)
    return { outcome, server }
  }

  it('encrypts before the sign-in with STARTTLS', async () => {
    const { outcome } = await send({ encryption: 'starttls', ca: cert }, { secure: false })
    expect(await outcome).toMatchObject({ state: 'sent' })
  })

  it.each([
    ['a certificate that nobody trusts', {}],
    ['a certificate of another host', { host: '127.0.0.1', ca: cert }],
  ])('sends nothing to a server with %s', async (_, more) => {
    for (const encryption of ['tls', 'starttls'] as const) {
      const { outcome, server } = await send(
        { encryption, ...more },
        { secure: encryption === 'tls' },
      )
      await expect(outcome).rejects.toMatchObject({ code: 'unavailable' })
      expect(server.received).toEqual([])
    }
  })

  it('sends nothing to a server whose certificate has expired', async () => {
    const given = { secure: true, cert: expired }
    const { outcome } = await send({ encryption: 'tls', ca: expired }, given)
    await expect(outcome).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('sends nothing to a server that doesn’t encrypt', async () => {
    const server = closing(await startSmtpServer())
    for (const encryption of ['tls', 'starttls'] as const) {
      await expect(
        mailTo(server.port, { encryption }).send(message('a'), nothing),
      ).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect(server.received).toEqual([])
  })
})

describe('a connection that is cut', () => {
  /** Cuts it instead of answering this line. */
  const cutting = async (at: (line: string) => boolean) =>
    closing(
      await startRoughServer((line, socket) => {
        if (line === '' && !socket.bytesRead) return '220 rough'
        if (!at(line)) return usualAnswer(line)
        socket.destroy()
        return undefined
      }),
    )

  it.each(['EHLO', 'MAIL', 'RCPT', 'DATA'])(
    'begins nothing if it is cut at %s, so the message can be tried again',
    async (command) => {
      const server = await cutting((line) => line.startsWith(command))
      let begun = 0
      const sent = mailTo(server.port).send(message('a'), async () => void (begun += 1))
      await expect(sent).rejects.toMatchObject({ code: 'unavailable' })
      expect(begun).toBe(0)
    },
  )

  it('leaves a message unknown whose answer is cut', async () => {
    const server = await cutting((line) => line === '.')
    expect(await mailTo(server.port).send(message('a'), nothing)).toMatchObject({
      state: 'unknown',
    })
  })

  it('leaves a message unknown that is cut while it is stored that it begins', async () => {
    const server = closing(
      await startRoughServer((line, socket) => {
        if (line === '' && !socket.bytesRead) return '220 rough'
        if (line === 'DATA') setTimeout(() => socket.destroy(), 20)
        return usualAnswer(line)
      }),
    )
    const slowly = () => new Promise<void>((resolve) => void setTimeout(resolve, 100))
    expect(await mailTo(server.port).send(message('a'), slowly)).toMatchObject({
      state: 'unknown',
    })
    expect(server.lines).not.toContain('Hello')
  })

  it('opens another connection if the server has closed the one that was kept open', async () => {
    const used = new Set<Socket>()
    const server = closing(
      await startRoughServer((line, socket) => {
        if (line === '' && !socket.bytesRead) return '220 rough'
        if (line.startsWith('MAIL') && used.has(socket)) socket.destroy()
        if (line === '.') used.add(socket)
        return usualAnswer(line)
      }),
    )
    const mail = mailTo(server.port)
    expect(await mail.send(message('a'), nothing)).toMatchObject({ state: 'sent' })
    expect(await mail.send(message('b'), nothing)).toMatchObject({ state: 'sent' })
  })
})

describe('a slow server', () => {
  /** It never answers this line, but sends a byte now and then. */
  const silentAt = async (at: (line: string) => boolean) =>
    closing(
      await startRoughServer((line, socket) => {
        if (line === '' && !socket.bytesRead) return at('connect') ? undefined : '220 rough'
        if (!at(line)) return usualAnswer(line)
        setInterval(() => socket.write('2'), 30).unref()
        return undefined
      }),
    )

  it.each(['connect', 'EHLO', 'RCPT', 'DATA'])(
    'begins nothing at a server that doesn’t answer at %s',
    async (command) => {
      const server = await silentAt((line) => line.startsWith(command))
      const sent = mailTo(server.port, { timeout: 150 }).send(message('a'), nothing)
      await expect(sent).rejects.toMatchObject({ code: 'unavailable' })
    },
  )

  it('leaves a message unknown that is never answered', async () => {
    const server = await silentAt((line) => line === '.')
    const sent = mailTo(server.port, { timeout: 150 }).send(message('a'), nothing)
    expect(await sent).toMatchObject({ state: 'unknown' })
  })
})
