import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import getPort from 'get-port'
import { portIsTaken } from '../../scripts/ports.ts'
import { descendantsOf } from '../support/descendants.ts'
import { enterByPassword, expect, people, test } from '../support/fixtures.ts'
import { passTrials } from '../support/gate-runner.ts'

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

test('start prints address, accounts, data and how to stop, Ctrl-C stops everything it started, and a sign-in survives until the next start', async ({
  ownPortal,
  page,
}) => {
  // A limit, not a measurement: the emulator and the API start next to another journey.
  test.setTimeout(240_000)
  // With nothing left to do for the gate runner, which would open a browser.
  const prepared = await ownPortal()
  await passTrials(prepared.url)
  await prepared.stop()
  const { dataFolder } = prepared
  const port = await getPort()
  const url = `http://localhost:${port}`
  const heading = page.getByRole('heading', { level: 1, name: 'Board & Staff Directory' })
  const run = async (visit: (printed: string) => Promise<void>) => {
    const { child, output } = start(port, dataFolder)
    await expect.poll(output, { timeout: 100_000 }).toContain(url)
    await visit(output())
    const started = await descendantsOf(child.pid!)
    expect(started.length).toBeGreaterThanOrEqual(2)
    const ended = once(child, 'exit')
    interrupt(child)
    expect(await ended).toEqual([0, null])
    await expect.poll(() => started.filter(alive)).toEqual([])
    expect(await portIsTaken(port)).toBe(false)
  }
  await run(async (printed) => {
    for (const part of [
      'ruth.abelman@larkspur.example',
      'wei.chen@larkspur.example',
      'maria.lopez@larkspur.example',
      dataFolder,
      'Ctrl-C',
    ]) {
      expect(printed).toContain(part)
    }
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
  const dataFolder = info.outputPath('data')
  mkdirSync(dataFolder)
  const { child, output } = start(port, dataFolder)
  const [code] = (await once(child, 'exit')) as [number]
  server.close()
  expect(code).toBe(1)
  expect(output()).toContain(`Port ${port} is taken`)
})
