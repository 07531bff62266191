import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import getPort from 'get-port'
import { portIsTaken } from '../../scripts/ports.ts'
import { descendantsOf } from '../support/descendants.ts'
import { enterByPassword, expect, people, test } from '../support/fixtures.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The start command as a terminal runs it: Ctrl-C reaches its whole process group. */
function start(port: number, dataFolder: string) {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_FOLDER: dataFolder },
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  return { child, output: () => output }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function interrupt(child: ChildProcess): void {
  process.kill(-child.pid!, 'SIGINT')
}

test('start prints address, accounts, data and how to stop, and Ctrl-C stops everything it started', async ({
  request,
}, info) => {
  // A limit, not a measurement: the emulator and the API start next to another journey.
  test.setTimeout(240_000)
  const port = await getPort()
  const dataFolder = info.outputPath('data')
  const { child, output } = start(port, dataFolder)
  await expect.poll(output, { timeout: 200_000 }).toContain(`http://localhost:${port}`)
  for (const part of [
    'ruth.abelman@larkspur.example',
    'wei.chen@larkspur.example',
    'maria.lopez@larkspur.example',
    dataFolder,
    'Ctrl-C',
  ]) {
    expect(output()).toContain(part)
  }
  expect((await request.get(`http://localhost:${port}/healthz`)).ok()).toBe(true)
  const started = await descendantsOf(child.pid!)
  expect(started.length).toBeGreaterThanOrEqual(2)
  const ended = once(child, 'exit')
  interrupt(child)
  expect(await ended).toEqual([0, null])
  await expect.poll(() => started.filter(alive)).toEqual([])
  expect(await portIsTaken(port)).toBe(false)
})

test('a sign-in survives the stop and the next start', async ({ page }, info) => {
  test.setTimeout(240_000)
  const port = await getPort()
  const dataFolder = info.outputPath('data')
  const url = `http://localhost:${port}`
  const heading = page.getByRole('heading', { level: 1, name: 'Board & Staff Directory' })
  const run = async (visit: () => Promise<void>) => {
    const { child, output } = start(port, dataFolder)
    await expect.poll(output, { timeout: 100_000 }).toContain(url)
    await visit()
    const ended = once(child, 'exit')
    interrupt(child)
    await ended
  }
  await run(async () => {
    await page.goto(`${url}/directory`)
    await enterByPassword(page, people.member)
    await expect(heading).toBeVisible()
  })
  await run(async () => {
    await page.reload()
    await expect(heading).toBeVisible()
    // Without its cookie, the page asks the sign-in emulator for a new token.
    await page.context().clearCookies()
    await page.reload()
    await expect(heading).toBeVisible()
  })
})

test('starting on a taken port reports that and exits', async ({}, info) => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { child, output } = start(port, info.outputPath('data'))
  const [code] = (await once(child, 'exit')) as [number]
  server.close()
  expect(code).toBe(1)
  expect(output()).toContain(`Port ${port} is taken`)
})
