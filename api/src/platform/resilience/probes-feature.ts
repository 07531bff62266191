import type { AppParts } from '../app-parts.ts'
import { gaugeJobs } from '../background/job-metrics.ts'
import type { Jobs, JobState } from '../background/jobs.ts'
import { createOperatorToken, type OperatorToken } from '../http/server-key.ts'
import type { Serve } from '../http/serve.ts'
import type { ServePlain } from '../http/plain-route.ts'
import { Refusal } from '../../refusal.ts'
import { rawCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { Health } from './part-health.ts'
import type { Metrics } from '../metrics/metrics.ts'

type Parts = {
  store: DocumentStore
  calendar: { staleSince: () => Date | undefined }
  ready: Promise<unknown>
  health: Health
  /** Free bytes where the portal writes; undefined if it writes to no disk of this machine. */
  freeSpace?: (() => Promise<number>) | undefined
  scrub: { damagedSince: () => Date | undefined }
  /** Where this instance runs; none if it isn't on Cloud Run. */
  region?: (() => Promise<string | undefined>) | undefined
  /** What the background jobs of this instance do. */
  jobs: Pick<Jobs, 'states' | 'runs'>
}

/** A disk with less than this many free bytes is as good as full: a save needs more, with its journal. */
const leastFreeSpace = 32 * 1024 * 1024

/** What a caller without the operator's token learns. */
type Ready = { status: 'ok' | 'unavailable' }

type PartStatus = { status: 'ok' | 'failing'; since?: string }
type Readiness = {
  /** `degraded`: requests that don't need the failing parts are still served. */
  status: 'ok' | 'degraded' | 'unavailable' | 'draining'
  parts: Record<string, PartStatus>
  jobs: JobState[]
  region?: string
}

/**
 * `/healthz`: the process responds, even if its dependencies are down. `/readyz`: it should receive requests; 503
 * while it is starting, draining or without a database. To the operator alone, it also shows the outcome of the
 * last calls of the other parts, the last and next runs of the background jobs, and the region on Cloud Run.
 */
export function createProbes(
  { settings, metrics, now }: AppParts,
  { store, ready, health, freeSpace, region, jobs, calendar, scrub }: Parts,
) {
  let isReady = false
  ready.then(
    () => (isReady = true),
    () => undefined,
  )
  let isDraining = false
  // May know which parts fail, and what the jobs do.
  const operator = createOperatorToken({
    key: settings.limits.metricsToken,
    previousKey: settings.previousKeys.metricsToken,
    onPrevious: () => metrics.previousKeySent('METRICS_TOKEN'),
    production: settings.production,
  })
  gaugeHealth(metrics, health, store, calendar)
  gaugeJobs(metrics, jobs, now)
  return {
    /** From now on, `/readyz` reports that no more requests should be sent to this instance. */
    drain: () => void (isDraining = true),
    routes(_serve: Serve, plain: ServePlain) {
      plain(['GET'], '/healthz', () => answer(200, { status: 'ok' }))
      plain(['GET'], '/readyz', async (c) => {
        if (!isReady)
          throw new Refusal(
            'unavailable',
            'The portal is still starting. Please try again in a moment.',
            { retryAfter: 2 },
          )
        await rawCollection(store, 'admin')
          .get('designatedAdmins')
          .catch(() => undefined)
        const parts: Readiness['parts'] = Object.fromEntries(
          Object.entries(health).map(([part, { failingSince }]) => [
            part,
            statusOf(failingSince()),
          ]),
        )
        // Its adapter answers from its last copy while the calendar's server fails.
        if (parts['calendar']?.status === 'ok') {
          parts['calendar'] = statusOf(calendar.staleSince())
        }
        parts['integrity'] = statusOf(scrub.damagedSince())
        if (freeSpace) {
          const free = await freeSpace().catch(() => 0)
          parts['disk'] = { status: free < leastFreeSpace ? 'failing' : 'ok' }
        }
        const isWhole = Object.values(parts).every(({ status }) => status === 'ok')
        const hasDatabase = !health.database.failingSince()
        const isServing = hasDatabase && !isDraining
        if (!operator.isSent(c)) {
          return answer(isServing ? 200 : 503, { status: isServing ? 'ok' : 'unavailable' })
        }
        const status = isWhole ? 'ok' : hasDatabase ? 'degraded' : 'unavailable'
        const runsIn = await region?.()
        const readiness: Readiness = {
          status: isDraining ? 'draining' : status,
          parts,
          jobs: await jobs.states(),
          ...(runsIn === undefined ? {} : { region: runsIn }),
        }
        return answer(isServing ? 200 : 503, readiness)
      })
      metricsRoute(plain, metrics, operator)
    },
  }
}

function statusOf(since: Date | undefined): PartStatus {
  return since ? { status: 'failing', since: since.toISOString() } : { status: 'ok' }
}

function answer(status: 200 | 503, body: Readiness | Ready): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  }
  if (status === 503) headers['retry-after'] = '5'
  return new Response(JSON.stringify(body), { status, headers })
}

/** `GET /metrics` for the operator. */
function metricsRoute(plain: ServePlain, metrics: Metrics, operator: OperatorToken): void {
  if (operator.isUnset) return
  plain(['GET'], '/metrics', async (c) => {
    if (!operator.isSent(c)) {
      throw new Refusal('unauthenticated', 'Metrics are read with their own token.')
    }
    const headers = { 'content-type': metrics.contentType, 'cache-control': 'no-store' }
    return new Response(await metrics.text(), { headers })
  })
}

/** Registers gauges for how long each port has been failing and how old in-memory data may be; 0 while healthy. */
function gaugeHealth(
  metrics: Metrics,
  health: Health,
  store: DocumentStore,
  calendar: { staleSince: () => Date | undefined },
): void {
  for (const [part, { failingSince }] of Object.entries(health)) {
    const help = `Seconds the ${part} has been failing; 0 while healthy.`
    metrics.gauge(`portal_${part}_failing_seconds`, help, () => secondsSince(failingSince()))
  }
  metrics.gauge(
    'portal_hot_collections_stale_seconds',
    'Seconds since change notifications for in-memory collections may have been missed; 0 while current.',
    () => secondsSince(store.staleSince?.()),
  )
  metrics.gauge(
    'portal_calendar_stale_seconds',
    'Seconds since the upcoming events were last known to be current; 0 while they are.',
    () => secondsSince(calendar.staleSince()),
  )
}

function secondsSince(moment: Date | undefined): number {
  return moment ? (Date.now() - moment.getTime()) / 1000 : 0
}
