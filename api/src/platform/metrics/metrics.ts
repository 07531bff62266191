import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

export type Metrics = {
  answered: (route: string, method: string, status: number, seconds: number) => void
  called: (part: string, call: string, outcome: string, seconds: number) => void
  shed: (reason: string) => void
  /** A request was let in by the key before the current one; `key` is the setting's name. */
  previousKeySent: (key: string) => void
  /** A number that is computed when the metrics are read; NaN if it can't be. */
  gauge: (name: string, help: string, value: () => number | Promise<number>) => void
  /** The same by one label. */
  gauges: (
    name: string,
    help: string,
    label: string,
    values: () => ReadonlyMap<string, number>,
  ) => void
  counter: (name: string, help: string, labels?: string[]) => Counter<string>
  /** Counts that are kept elsewhere, since the start of the process. */
  totals: (
    name: string,
    help: string,
    labels: string[],
    values: () => readonly { labels: Record<string, string>; value: number }[],
  ) => void
  /** Adds what only a process has: its event loop's lag, its heap, and the bytes of its connections. */
  watchProcess: (server: Server) => void
  /** In Prometheus' text form. */
  text: () => Promise<string>
  contentType: string
}

/** The metrics, in a separate registry. Labels name routes and parts, never a person or a document. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = createRequestTimes()
  const calls = new Histogram({
    name: 'portal_part_call_seconds',
    help: 'Calls of database, files, drive, calendar and identity, by how they ended.',
    labelNames: ['part', 'call', 'outcome'],
    buckets,
    registers,
  })
  const shed = new Counter({
    name: 'portal_load_shed_total',
    help: 'Requests refused early because there was too much to do.',
    labelNames: ['reason'],
    registers,
  })
  const previousKeys = new Counter({
    name: 'portal_previous_key_requests_total',
    help: 'Requests with a key that is being replaced, by its setting.',
    labelNames: ['key'],
    registers,
  })
  return {
    answered: requests.add,
    called: (part, call, outcome, seconds) => calls.observe({ part, call, outcome }, seconds),
    shed: (reason) => shed.inc({ reason }),
    previousKeySent: (key) => previousKeys.inc({ key }),
    gauge(name, help, value) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await value())
        },
      })
      registry.registerMetric(gauge)
    },
    gauges(name, help, label, values) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [],
        collect() {
          this.reset()
          for (const [value, count] of values()) this.set({ [label]: value }, count)
        },
      })
      registry.registerMetric(gauge)
    },
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    totals(name, help, labelNames, values) {
      const total = new Counter({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          this.reset()
          for (const { labels, value } of values()) this.inc(labels, value)
        },
      })
      registry.registerMetric(total)
    },
    watchProcess(server) {
      collectDefaultMetrics({ register: registry })
      registry.registerMetric(bytesOf(server))
    },
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
    contentType: registry.contentType,
  }
}

/** By connection, because measuring each response would cost more than sending it. */
function bytesOf(server: Server): Counter {
  const open = new Set<Socket>()
  const ended = { received: 0, sent: 0 }
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      ended.received += socket.bytesRead
      ended.sent += socket.bytesWritten
    })
  })
  return new Counter({
    name: 'portal_http_bytes_total',
    help: 'Bytes of all connections, headers included.',
    labelNames: ['direction'],
    registers: [],
    collect() {
      const total = { ...ended }
      for (const socket of open) {
        total.received += socket.bytesRead
        total.sent += socket.bytesWritten
      }
      this.reset()
      this.inc({ direction: 'received' }, total.received)
      this.inc({ direction: 'sent' }, total.sent)
    },
  })
}

/** Seconds. */
const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

const name = 'portal_http_request_seconds'

const help = 'Time to the beginning of an answer; its count is the number of requests.'

type Series = { counts: number[]; sum: number }

type RequestTimes = {
  add: (route: string, method: string, status: number, seconds: number) => void
  /** In Prometheus' text form: a histogram by route, method and status. */
  text: () => string
}

/** Adding to it costs next to nothing: the library’s histogram hashes its labels again with every value. */
export function createRequestTimes(): RequestTimes {
  const routes = new Map<string, Map<string, Map<number, Series>>>()

  const seriesOf = (route: string, method: string, status: number): Series => {
    const series = routes.get(route)?.get(method)?.get(status)
    if (series) return series
    const methods = transaction(routes, route, () => new Map<string, Map<number, Series>>())
    const statuses = transaction(methods, method, () => new Map<number, Series>())
    return transaction(statuses, status, () => ({
      counts: [...buckets, Infinity].map(() => 0),
      sum: 0,
    }))
  }

  return {
    add(route, method, status, seconds) {
      const series = seriesOf(route, method, status)
      let bucket = 0
      while (seconds > buckets[bucket]!) bucket += 1
      series.counts[bucket]! += 1
      series.sum += seconds
    },
    text() {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
      for (const [route, methods] of routes) {
        for (const [method, statuses] of methods) {
          for (const [status, series] of statuses) {
            lines.push(...linesOf(`route="${route}",method="${method}",status="${status}"`, series))
          }
        }
      }
      return `${lines.join('\n')}\n`
    },
  }
}

/** Each bucket counts what is below it as well. */
function linesOf(labels: string, { counts, sum }: Series): string[] {
  let below = 0
  const rows = [...buckets, '+Inf'].map((most, index) => {
    below += counts[index]!
    return `${name}_bucket{le="${most}",${labels}} ${below}`
  })
  return [...rows, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${below}`]
}

function transaction<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key)
  if (value !== undefined) return value
  const made = make()
  map.set(key, made)
  return made
}
