import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort, portIsTaken } from './ports.ts'

const root = path.resolve(import.meta.dirname, '..')
const tools = path.join(root, 'node_modules/firebase-tools/lib')

export type Hosting = {
  url: string
  /** The requested Cloud Run service and region. */
  requests: string[]
  stop: () => Promise<void>
}

/**
 * Firebase Hosting's own server over this workspace's firebase.json, on a free loopback port. Cloud
 * Run's service lookup is faked: every service is at `backend`.
 */
export async function startHosting(backend: string): Promise<Hosting> {
  const requests: string[] = []
  const cloudRun = createServer((request, answer) => {
    requests.push(request.url ?? '')
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ status: { url: backend } }))
  }).listen(0, '127.0.0.1')
  await once(cloudRun, 'listening')
  const at = (file: string) => JSON.stringify(path.join(tools, file))
  const free = await freePort()
  const source = `
    const { setAccessToken } = require(${at('apiv2.js')})
    const { Config } = require(${at('config.js')})
    const hosting = require(${at('serve/hosting.js')})
    setAccessToken('unused')
    const config = Config.load({ cwd: ${JSON.stringify(root)} })
    const project = 'demo-board-portal'
    const options = { config, project, projectId: project, site: project, host: '127.0.0.1', port: ${free} }
    hosting.start({ ...options, projectRoot: ${JSON.stringify(root)} }).then(
      ({ ports }) => console.log('port ' + ports[0]),
      (error) => { console.error(error); process.exit(1) },
    )
    process.stdin.on('close', () => process.exit()).resume()`
  const { port } = cloudRun.address() as AddressInfo
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['--eval', source], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH, NODE_COMPILE_CACHE, CLOUD_RUN_API_URL: `http://127.0.0.1:${port}` },
  })
  let output = ''
  const listening = new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text.toString()
      const match = /port (\d+)/.exec(output)?.[1]
      if (match !== undefined) resolve(match)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () =>
      reject(new Error(`Firebase Hosting’s server did not start: ${output}`)),
    )
  })
  const hostingPort = Number(await listening)
  // It reports being ready a little too early.
  while (!(await portIsTaken(hostingPort))) await after(20)
  return {
    url: `http://127.0.0.1:${hostingPort}`,
    requests,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      cloudRun.close()
    },
  }
}
