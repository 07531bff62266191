import type { Context } from 'hono'
import type { JobState } from '../background/jobs.ts'
import type { ServePlain } from '../http/plain-route.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { Health } from './part-health.ts'

type Options = {
  store: DocumentStore
  ready: Promise<unknown>
  health: Health
  isDraining: () => boolean
  /** Free bytes where the portal writes; undefined if it writes to no disk of this machine. */
  freeSpace: (() => Promise<number>) | undefined
  /** What the background jobs of this instance do. */
  jobs: () => Promise<JobState[]>
  /** Whether the caller may know which parts fail, and what the jobs do. */
  isOperator: (c: Context) => boolean
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
}

/**
 * `/healthz`: the process responds, even if its dependencies are down. `/readyz`: it should receive requests; 503
 * while it is starting, draining or without a database. To the operator alone, the other parts report the outcome of
 * their last calls, and the background jobs their last and next runs.
 */
export function probeRoutes(
  plain: ServePlain,
  { store, ready, health, isDraining, freeSpace, jobs, isOperator }: Options,
): void {
  let isReady = false
  ready.then(
    () => (isReady = true),
    () => undefined,
  )
  plain(['GET'], '/healthz', () => answer(200, { status: 'ok' }))
  plain(['GET'], '/readyz', async (c) => {
    if (!isReady)
      throw new Refusal(
        'unavailable',
        'The portal is still starting. Please try again in a moment.',
        { retryAfter: 2 },
      )
    await store.get('admin', 'designatedAdmins').catch(() => undefined)
    const parts: Readiness['parts'] = Object.fromEntries(
      Object.entries(health).map(([part, { failingSince }]) => [part, statusOf(failingSince())]),
    )
    if (freeSpace) {
      const free = await freeSpace().catch(() => 0)
      parts['disk'] = { status: free < leastFreeSpace ? 'failing' : 'ok' }
    }
    const isWhole = Object.values(parts).every(({ status }) => status === 'ok')
    const hasDatabase = !health.database.failingSince()
    const isServing = hasDatabase && !isDraining()
    if (!isOperator(c)) {
      return answer(isServing ? 200 : 503, { status: isServing ? 'ok' : 'unavailable' })
    }
    const status = isWhole ? 'ok' : hasDatabase ? 'degraded' : 'unavailable'
    const readiness: Readiness = {
      status: isDraining() ? 'draining' : status,
      parts,
      jobs: await jobs(),
    }
    return answer(isServing ? 200 : 503, readiness)
  })
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
