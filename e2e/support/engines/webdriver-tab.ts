import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import getPort from 'get-port'
import { type EngineTab, takeFile, type WindowSize } from './engine-tab.ts'
import { watchedExpression } from './watched-expression.ts'

type Driver = { driver: string; display: string; scripts: string | undefined }
type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** Timeout for starting the driver, and for each of its requests, in ms. */
const limit = 30_000

/** A tab of WebKitGTK, by WebDriver over HTTP: in a window that prints without a dialog, else in its MiniBrowser. */
export async function openWebKitTab(programs: Driver, size: WindowSize): Promise<EngineTab> {
  const home = mkdtempSync(path.join(tmpdir(), 'board-portal-webkit-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children.toReversed()) await end(child)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const display = await startDisplay(programs.display, children)
    const address = await startDriver(programs.driver, { display, home }, children)
    const { session, quit } = await startSession(address, programs.scripts, home)
    await fitWindow(session, size)
    const [upright, sideways] = [size, { width: size.height, height: size.width }]
    let isUpright = true
    return {
      ...tabOf(session),
      async turn() {
        isUpright = !isUpright
        await fitWindow(session, isUpright ? upright : sideways)
      },
      ...(programs.scripts ? { takePrinted: () => takeFile(path.join(home, printedName)) } : {}),
      close: async () => {
        await quit()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Resolves with its number when it accepts clients. */
async function startDisplay(program: string, children: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1600x24', '-nolisten', 'tcp']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  keep(child, children)
  const [number] = (await Promise.race([
    once(child.stdio[3] as Readable, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('Xvfb ended before it had a display.')
    }),
  ])) as [Buffer]
  return `:${String(number).trim()}`
}

async function startDriver(
  program: string,
  { display, home }: { display: string; home: string },
  children: ChildProcess[],
): Promise<string> {
  const port = await getPort()
  const child = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_CACHE_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_RUNTIME_DIR: home,
      GDK_BACKEND: 'x11',
      // There is no session bus to ask for accessibility.
      NO_AT_BRIDGE: '1',
      // Without a graphics driver its pictures of a page are black.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  })
  keep(child, children)
  const address = `http://127.0.0.1:${port}`
  const deadline = performance.now() + limit
  while (!(await answers(address))) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver ended at its start.')
    if (performance.now() > deadline) throw new Error('WebKitWebDriver doesn’t answer.')
    await delay(50)
  }
  return address
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/status`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const printedName = 'printed.pdf'
const printingBrowser = path.join(import.meta.dirname, 'printing-browser.js')

async function startSession(
  address: string,
  scripts: string | undefined,
  home: string,
): Promise<{ session: Send; quit: () => Promise<void> }> {
  const driver = sendTo(address)
  const { sessionId } = (await driver('POST', '/session', {
    capabilities: {
      alwaysMatch: scripts
        ? {
            'webkitgtk:browserOptions': {
              binary: scripts,
              args: [printingBrowser, path.join(home, printedName)],
            },
          }
        : {},
    },
  })) as { sessionId: string }
  const session = sendTo(`${address}/session/${sessionId}`)
  return { session, quit: async () => void (await session('DELETE', '')) }
}

function sendTo(address: string): Send {
  return async (method, command, body) => {
    const reply = await fetch(address + command, {
      method,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(limit),
    })
    const { value } = (await reply.json()) as { value: unknown }
    if (reply.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${command}: ${error}. ${message}`)
  }
}

/** The requested size is the window's, with the browser's own bars. */
async function fitWindow(session: Send, { width, height }: WindowSize): Promise<void> {
  const script = 'return [outerWidth - innerWidth, outerHeight - innerHeight]'
  const [x, y] = (await session('POST', '/execute/sync', { script, args: [] })) as [number, number]
  await session('POST', '/window/rect', { x: 0, y: 0, width: width + x, height: height + y })
}

function tabOf(session: Send): Omit<EngineTab, 'close'> {
  const complaints: string[] = []
  const evaluate = async (expression: string) => {
    const script = `return ${watchedExpression(expression)}`
    const reply = await session('POST', '/execute/sync', { script, args: [] })
    const { value, complaints: more } = reply as { value: unknown; complaints: string[] }
    complaints.push(...more)
    return value
  }
  const act = async (type: 'pointer' | 'key', actions: object[]) => {
    await session('POST', '/actions', { actions: [{ type, id: type, actions }] })
  }
  const typeKeys = (text: string) =>
    act(
      'key',
      Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )
  return {
    open: async (url) => void (await session('POST', '/url', { url })),
    back: async () => void (await session('POST', '/back', {})),
    evaluate,
    click: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    drag: (from, to) =>
      act('pointer', [
        { type: 'pointerMove', ...from },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerMove', x: Math.round((from.x + to.x) / 2), y: to.y },
        { type: 'pointerMove', ...to },
        { type: 'pointerUp', button: 0 },
      ]),
    type: typeKeys,
    pressEnter: () => typeKeys('\uE007'),
    screenshot: async () => Buffer.from((await session('GET', '/screenshot')) as string, 'base64'),
    complaints: async () => {
      await evaluate('null')
      return complaints
    },
  }
}

/** A process that is killed with its test leaves nothing running. */
function keep(child: ChildProcess, children: ChildProcess[]): void {
  children.push(child)
  const kill = () => void child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
