import * as z from 'zod/mini'
import { list, setting } from './values.ts'

export type TraceSettings = {
  /** Without a slash at the end. */
  endpoint: string
  headers: Record<string, string>
  /** The share of traces that is recorded, from 0 to 1. */
  ratio: number
}

const headers = z.pipe(
  list,
  z.pipe(
    z.array(z.string().check(z.regex(/^[\w-]+=.+$/, 'it is a list of `name=value`'))),
    z.transform((pairs: string[]) =>
      Object.fromEntries(
        pairs.map((pair): [string, string] => {
          const end = pair.indexOf('=')
          return [pair.slice(0, end), pair.slice(end + 1)]
        }),
      ),
    ),
  ),
)

/** By the names that OpenTelemetry gives them. */
export const traceEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.optional(z.url({ protocol: /^https?$/, error: 'it is not an http(s) address' })),
    'address of an OpenTelemetry collector that receives traces by OTLP over HTTP, such as `http://localhost:4318`',
    'no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    z.optional(headers),
    'headers for the collector: `name=value`, separated by commas',
    'none',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z._default(z.coerce.number().check(z.gte(0), z.lte(1)), 1),
    'the share of traces that is recorded, from 0 to 1',
  ),
}

const traces = z.object(traceEnvironment)

export function traceSettings(read: z.output<typeof traces>): TraceSettings | undefined {
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: read.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    ratio: read.OTEL_TRACES_SAMPLER_ARG,
  }
}
