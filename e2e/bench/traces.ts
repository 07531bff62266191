import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { runPortal } from '../../scripts/portal.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { cpuOf, reportingCpu } from './cpu-of.ts'
import { load } from './load.ts'
import { median, ratioText } from './numbers.ts'
import { memberToken } from './session.ts'

/**
 * CPU time of the API for a request without traces, with every request traced and exported, and
 * with one in ten. Rounds are interleaved in one run; each ratio compares two neighbouring rounds.
 */
const rounds = 21
const perRound = 3000
const addresses = ['/api/directory', '/api/resource-mappings']

let spans = 0
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  spans += Buffer.concat(chunks).toString().split('"spanId"').length - 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
const { port } = collector.address() as AddressInfo
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }

const folder = mkdtempSync(path.join(tmpdir(), 'bench-traces-'))
const variants = [
  { name: 'off', env: {} },
  { name: 'on', env: endpoint },
  { name: 'one in ten', env: { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.1' } },
]
const portals: { name: string; running: Awaited<ReturnType<typeof runPortal>> }[] = []
try {
  for (const { name, env } of variants) {
    const dataFolder = path.join(folder, name.replaceAll(' ', '-'))
    // A first start creates the sample's papers in the API's own process.
    await (await runSettledPortal({ port: await getPort(), dataFolder })).stop()
    const options = { port: await getPort(), dataFolder, env, nodeArgs: reportingCpu }
    portals.push({ name, running: await runPortal(options) })
  }
  for (const address of addresses) await compare(address)
  console.log(`${spans.toLocaleString('en')} spans were exported.`)
} finally {
  for (const { running } of portals) await running.stop()
  collector.close()
  rmSync(folder, { recursive: true, force: true })
}

async function compare(address: string): Promise<void> {
  const costs = portals.map(() => [] as number[])
  const tokens = await Promise.all(portals.map(({ running }) => memberToken(running.url)))
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, { running }] of portals.entries()) {
      const headers = { authorization: `Bearer ${tokens[index]}`, accept: 'application/json' }
      const work = () => load(`${running.url}${address}`, headers, perRound, 200)
      const cpu = await cpuOf(running.process, work)
      // The first two rounds warm up the compilers.
      if (round >= 0) costs[index]!.push(cpu / perRound)
    }
  }
  const [off] = costs
  for (const [index, { name }] of portals.entries()) {
    const ratio = index === 0 ? '' : `: ${ratioText(costs[index]!, off!)}`
    console.log(
      `${address}, traces ${name}: ${median(costs[index]!).toFixed(1)} µs a request${ratio}`,
    )
  }
}
