import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { startNode } from '../../scripts/child.ts'
import { runPortal } from '../../scripts/portal.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { cpuOf, reportingCpu } from './cpu-of.ts'
import { load } from './load.ts'
import { median, ratioText } from './numbers.ts'
import { memberToken } from './session.ts'

/**
 * CPU time of the API for a cached authenticated GET and for its 304, compared with node:http
 * sending the same bytes and headers. Rounds are interleaved in one run; each ratio compares two
 * neighboring rounds.
 */
const rounds = 21
const perRound = 3000

const folder = mkdtempSync(path.join(tmpdir(), 'bench-api-'))
// A first start creates the sample's papers in the API's own process, which never happens in
// production.
await (await runSettledPortal({ port: await getPort(), dataFolder: folder })).stop()
const portal = await runPortal({
  port: await getPort(),
  dataFolder: folder,
  nodeArgs: reportingCpu,
})
try {
  const authorization = `Bearer ${await memberToken(portal.url)}`
  for (const address of ['/api/directory', '/api/resource-mappings'])
    await compare(address, authorization)
} finally {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function compare(address: string, authorization: string): Promise<void> {
  const url = `${portal.url}${address}`
  const headers = { authorization, accept: 'application/json' }
  const answer = await load(url, headers, 500, 200)
  const etag = answer.headers.etag
  if (!etag) throw new Error(`${address} has no ETag`)
  const raw = await startRaw(answer.body, answer.headers as Record<string, string>, etag)
  const kinds = [
    { name: 'GET 200', headers, status: 200 },
    { name: 'GET 304', headers: { ...headers, 'if-none-match': etag }, status: 304 },
  ]
  for (const kind of kinds) {
    const cost = { api: [] as number[], raw: [] as number[] }
    for (let round = -2; round < rounds; round += 1) {
      const api = await cpuOf(portal.process, () => load(url, kind.headers, perRound, kind.status))
      const base = await cpuOf(raw.child.process, () =>
        load(raw.url, kind.headers, perRound, kind.status),
      )
      // The first two rounds warm up the compilers.
      if (round < 0) continue
      cost.api.push(api / perRound)
      cost.raw.push(base / perRound)
    }
    console.log(
      `${address} (${answer.body.length} bytes) ${kind.name}: API ${median(cost.api).toFixed(1)} µs, ` +
        `node:http ${median(cost.raw).toFixed(1)} µs a request: ${ratioText(cost.api, cost.raw)}`,
    )
  }
  await raw.child.stop()
}

async function startRaw(body: string, headers: Record<string, string>, etag: string) {
  const { date: _, connection: __, 'keep-alive': ___, 'content-length': ____, ...kept } = headers
  let announce: (port: number) => void
  const port = new Promise<number>((resolve) => (announce = resolve))
  const child = startNode(path.join(import.meta.dirname, 'raw-server.ts'), [], {
    env: { RAW_REPLY: JSON.stringify({ body, headers: kept, etag }) },
    nodeArgs: reportingCpu,
    onLine: (line) => announce((JSON.parse(line) as { port: number }).port),
  })
  return { child, url: `http://127.0.0.1:${await port}/` }
}
