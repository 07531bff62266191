import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { buckets, createRequestTimes } from './request-times.ts'

export type Metrics = {
  answered: (route: string, method: string, status: number, seconds: number) => void
  called: (part: string, call: string, outcome: string, seconds: number) => void
  shed: (reason: string) => void
  /** A number that is computed when the metrics are read. */
  gauge: (name: string, help: string, value: () => number) => void
  /** The same by one label. */
  gauges: (
    name: string,
    help: string,
    label: string,
    values: () => ReadonlyMap<string, number>,
  ) => void
  counter: (name: string, help: string, labels?: string[]) => Counter<string>
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
  return {
    answered: requests.add,
    called: (part, call, outcome, seconds) => calls.observe({ part, call, outcome }, seconds),
    shed: (reason) => shed.inc({ reason }),
    gauge(name, help, value) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value())
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
