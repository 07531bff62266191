import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const temporary = () => mkdtempSync(join(tmpdir(), 'portal-main-'))
const shellFolder = temporary()
writeFileSync(join(shellFolder, 'index.html'), '<!--preload--><!--page-data-->')

/** The portal as an operator starts it; `ready` resolves when it listens, or when it has ended. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_FOLDER: temporary(),
      SHELL_FOLDER: shellFolder,
      RELEASES_FOLDER: ',',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const listening = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('"msg":"ready"')) resolve()
    })
  })
  return { child, ended, ready: Promise.race([listening, ended]), said: () => said.trim() }
}

const url = (said: string) => /"url":"([^"]+)"/.exec(said)?.[1]

it('serves pages, refuses a second start on its data, and ends when it is told to', async () => {
  const folder = temporary()
  const first = start({ DATA_FOLDER: folder })
  await first.ready
  const page = await fetch(`${url(first.said())}/meetings`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  await page.body?.cancel()

  const second = start({ DATA_FOLDER: folder })
  expect(await second.ended).toBe(1)
  expect(second.said()).toBe(
    `The data folder ${folder} is in use by another running portal: stop that one first, or set DATA_FOLDER to another folder.`,
  )

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.said()).toContain('"msg":"stopped"')
}, 20_000)

it('heads the answer to what is no request', async () => {
  const portal = start({})
  await portal.ready
  const { connect } = await import('node:net')
  const socket = connect(Number(new URL(url(portal.said())!).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'")
  portal.child.kill('SIGKILL')
}, 20_000)

it('says in one sentence why it can’t start', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const starts = [
    [
      { PORT: String(port) },
      `Port ${port} is taken: stop what runs there, or set PORT to another one.`,
    ],
    [{ NODE_ENV: 'production' }, 'IDENTITY=emulator is not allowed in production'],
    [{ SHELL_FOLDER: '/nowhere' }, 'There is no shell in /nowhere'],
    [{ DATA_FOLDER: join(shellFolder, 'index.html') }, "can't be written to"],
  ] as const
  await Promise.all(
    starts.map(async ([env, sentence]) => {
      const portal = start(env)
      expect(await portal.ended).toBe(1)
      expect(portal.said()).toContain(sentence)
      expect(portal.said().split('\n')).toHaveLength(1)
    }),
  )
  taken.close()
}, 20_000)
