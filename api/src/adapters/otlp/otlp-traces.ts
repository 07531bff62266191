import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TraceSettings } from '../../platform/env/traces.ts'
import type { Log } from '../../platform/log.ts'
import type { Traces } from '../../platform/metrics/traces.ts'

/** In ms: the minimum time between reports that the collector is down. */
const reportInterval = 60_000

/**
 * Exports traces by OTLP over HTTP, in batches and in the background: at most 2048 spans wait, more
 * are dropped. Spans have route templates and names of calls, never addresses or people.
 */
export function createOtlpTraces({ endpoint, headers, ratio }: TraceSettings, log: Log): Traces {
  const otlp = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const exporter = withReports(otlp, log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'board-portal' }),
    // By the trace's id alone, so that a caller can't make the portal record more.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('board-portal')
  return {
    begin(requestId, traceparent) {
      const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const startTime = performance.now()
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, startTime }, context)
      const transaction = trace.setSpan(context, span)
      const isRecorded = span.isRecording()
      return {
        called(part, call, outcome, seconds) {
          if (!isRecorded) return
          const now = performance.now()
          const attributes = { 'portal.part': part, 'portal.outcome': outcome }
          const timed = { kind: SpanKind.CLIENT, startTime: now - seconds * 1000, attributes }
          tracer.startSpan(`${part} ${call}`, timed, transaction).end(now)
        },
        ended(route, method, status) {
          if (isRecorded) {
            span.updateName(`${method} ${route}`)
            span.setAttributes({
              'http.request.method': method,
              'http.route': route,
              'http.response.status_code': status,
              'portal.request_id': requestId,
            })
            if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end(performance.now())
        },
      }
    },
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

/** Logs that spans couldn't be sent; the library drops them. */
function withReports(exporter: SpanExporter, log: Log): SpanExporter {
  let reported = -Infinity
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const isDue = performance.now() - reported >= reportInterval
        if (result.code !== ExportResultCode.SUCCESS && isDue) {
          reported = performance.now()
          log.warn('traces could not be exported', { cause: result.error })
        }
        onResult(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
