import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { listen } from '../api/src/platform/http/listen.ts'
import { testApi, type TestApi } from '../api/src/testing/test-api.ts'
import { findProgram } from './debian-packages.ts'
import { freePort } from './ports.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'deploy/monitoring')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const guide = readFileSync(path.join(root, 'docs/monitoring.md'), 'utf8')

type Rule = { alert: string; expr: string; annotations: { summary: string } }
const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
type Panel = { title: string; targets: { expr: string }[] }
const { panels } = JSON.parse(read('grafana.json')) as { panels: Panel[] }
/** As Grafana sends them, for a window of a few seconds. */
const queries = panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll('$job', 'board-portal').replaceAll('$__rate_interval', '5s'),
  })),
)

const metricsIn = (text: string) => new Set(text.match(/\b(?:portal|nodejs|process)_[a-z_]+/g))

const token = 'a-token-of-the-monitoring'
let api: TestApi
let server: Awaited<ReturnType<typeof listen>>
const dataFolder = mkdtempSync(path.join(tmpdir(), 'monitored-portal-'))
beforeAll(async () => {
  const ports = {
    store: openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') }),
    databaseSize: async () => 4096,
    freeSpace: async () => 20e9,
    newestBackup: () => new Date(),
  }
  api = await testApi({ env: { METRICS_TOKEN: token }, ports })
  server = await listen(api.app, { ...api.settings, port: 0 }, api)
  await api.features.storageUse.measure()
  await api.features.sync.start()
  await api.features.sync.idle()
  await api.request('/api/directory', {
    headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
  })
})
afterAll(async () => {
  await server.stop()
  await api.close()
  rmSync(dataFolder, { recursive: true })
})

describe('the metrics', () => {
  it('are all in the guide, and the guide lists no others', async () => {
    const text = await api.metrics.text()
    const types = [...text.matchAll(/^# TYPE (portal_\w+) /gm)].map(([, name]) => name!)
    const listed = [...guide.matchAll(/`(portal_[a-z_<>]+)`/g)].map(([, name]) => name!)
    const isListed = (name: string) =>
      listed.some((each) => new RegExp(`^${each.replace('<part>', '[a-z]+')}$`).test(name))
    expect(types.filter((name) => !isListed(name))).toEqual([])
    const exists = (each: string) =>
      types.some((name) => new RegExp(`^${each.replace('<part>', '[a-z]+')}$`).test(name))
    expect(listed.filter((each) => !exists(each))).toEqual([])
  })

  it.skipIf(!findProgram(['promtool']))('follow Prometheus’s rules for names', async () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await api.metrics.text(),
      encoding: 'utf8',
    })
    const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('portal_'))
    expect(complaints).toEqual([])
    expect(status).not.toBe(1)
  })
})

describe('the alerts', () => {
  it('are six, each with what to do in the guide', () => {
    expect(rules).toHaveLength(6)
    for (const { alert } of rules) expect(guide).toMatch(new RegExp(`^\\| \`${alert}\` \\|`, 'm'))
  })

  it('and the dashboard name only metrics that the portal has', async () => {
    const text = await api.metrics.text()
    const named = metricsIn([...rules, ...queries].map(({ expr }) => expr).join('\n'))
    expect(named.size).toBeGreaterThan(15)
    const isKnown = (name: string) => {
      const metric = name.replace(/_(?:bucket|count|sum)$/, '')
      return [name, metric].some((each) => text.includes(`\n# TYPE ${each} `))
    }
    const missing = [...named].filter((name) => !isKnown(name))
    expect(missing).toEqual([])
  })

  it.skipIf(!findProgram(['promtool']))('fire when they should, and only then', () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['check', 'config', '--syntax-only', 'prometheus.yaml'],
      ['test', 'rules', 'alerts-test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder })
      expect(status, `${String(stdout)}${String(stderr)}`).toBe(0)
    }
  })
})

/** Prometheus with the configuration for operators, which reads the portal of these tests. */
async function startPrometheus() {
  const data = mkdtempSync(path.join(tmpdir(), 'board-portal-prometheus-'))
  const port = await freePort()
  const config = parse(read('prometheus.yaml')) as {
    scrape_configs: Record<string, unknown>[]
    rule_files: string[]
  }
  writeFileSync(path.join(data, 'token'), token)
  Object.assign(config.scrape_configs[0]!, {
    scrape_interval: '500ms',
    scheme: 'http',
    authorization: { credentials_file: path.join(data, 'token') },
    static_configs: [{ targets: [new URL(server.url).host] }],
  })
  const rule_files = config.rule_files.map((file) => path.join(folder, file))
  const file = path.join(data, 'prometheus.yaml')
  writeFileSync(file, stringify({ ...config, global: { evaluation_interval: '1s' }, rule_files }))
  // Its input closes when this process ends, however that happens, and Prometheus ends with it.
  const script = 'prometheus "$@" & read _; kill $!; wait'
  const options = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${path.join(data, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ]
  const child = spawn('sh', ['-c', script, 'prometheus', ...options], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const get = async <T>(address: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`)
    return ((await response.json()) as { data: T }).data
  }
  const query = async (expr: string) => {
    const { result } = await get<{ result: { value: [number, string] }[] }>(
      `/api/v1/query?query=${encodeURIComponent(expr)}`,
    )
    return result.map(({ value }) => Number(value[1]))
  }
  return {
    get,
    query,
    log: () => log,
    async stop() {
      child.stdin.end()
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!findProgram(['prometheus']))('Prometheus', () => {
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>
  beforeAll(async () => {
    prometheus = await startPrometheus()
    // A rate needs two values.
    const scrapes = 'count_over_time(portal_audit_broken{job="board-portal"}[1m])'
    const scraped = async () => expect((await prometheus.query(scrapes))[0]).toBeGreaterThan(2)
    await vi.waitFor(scraped, { timeout: 20_000, interval: 200 })
  }, 30_000)
  afterAll(() => prometheus?.stop())

  it('reads the portal with the token', async () => {
    expect(await prometheus.query('up{job="board-portal"}')).toEqual([1])
    expect(prometheus.log()).toBe('')
  })

  it('has data for every query of the dashboard', async () => {
    expect(queries.length).toBeGreaterThan(20)
    for (const { title, expr } of queries) {
      expect(await prometheus.query(expr), `${title}: ${expr}`).not.toEqual([])
    }
  })

  it('evaluates every alert, and none is firing', async () => {
    type Evaluated = { name: string; health: string; alerts: { state: string }[] }
    const evaluated = async () => {
      const { groups } = await prometheus.get<{ groups: { rules: Evaluated[] }[] }>('/api/v1/rules')
      return groups.flatMap((group) => group.rules)
    }
    await expect
      .poll(async () => (await evaluated()).map(({ health }) => health))
      .toEqual(rules.map(() => 'ok'))
    const alerts = (await evaluated()).flatMap((rule) => rule.alerts)
    expect(alerts).toEqual([])
  })
})
