import type { Person } from '@portal/contract/portal'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { createGuard, type Guard } from '../../../platform/resilience/guard.ts'
import { createPartHealth } from '../../../platform/resilience/part-health.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { Refusal } from '../../../refusal.ts'
import type { OverridesService } from '../overrides/overrides-service.ts'
import { policiesCollection } from '../release-records.ts'
import type { Backends } from './backends.ts'
import type { Statements } from './statements.ts'

type ForwardedRequest = {
  method: string
  /** Below the backend's origin, with the query. */
  path: string
  headers: Record<string, string>
  body: Uint8Array | undefined
  requestId: string
}

/** Sends a request to a remote's backend. `signal` ends the wait. */
type Forward = (request: ForwardedRequest, signal?: AbortSignal) => Promise<Response>

export type BackendsService = {
  /**
   * The backend of a remote that this person may run. To anyone else, and if the remote has none, there is nothing.
   */
  open: (person: Person, remote: string) => Promise<Forward>
}

type Parts = {
  store: DocumentStore
  backends: Backends
  mayRun: OverridesService['mayRun']
  /** Undefined if the portal has no key to sign with. */
  statements: Statements | undefined
  metrics: Pick<Metrics, 'called'>
  now: () => Date
  log: Log
}

/** How long a backend may take, in ms. */
export const backendTime = 10_000

export function createBackendsService(parts: Parts): BackendsService {
  const { store, backends, mayRun, statements, metrics, now, log } = parts
  /** By remote: as many as remotes have had a backend since the start. */
  const known = new Map<string, { origin: string; guard: Guard }>()

  const guardOf = (remote: string, origin: string): Guard => {
    const before = known.get(remote)
    if (before?.origin === origin) return before.guard
    const part = `the backend of ${remote}`
    const guard = createGuard({
      part,
      messages: {
        down: `The server behind this page (${remote}) can’t be reached at the moment. Please try again.`,
        late: `The server behind this page (${remote}) takes too long to answer. Please try again.`,
      },
      health: createPartHealth(part, log),
      // Not the time that a request may wait for the portal's own parts.
      limits: { request: backendTime, background: backendTime, current: () => undefined },
      now,
      observe: (_part, _call, outcome, seconds) =>
        metrics.called('backend', remote, outcome, seconds),
      log,
    })
    known.set(remote, { origin, guard })
    return guard
  }

  return {
    async open(person, remote) {
      const isTheirs = await mayRun(person, remote)
      const policy = isTheirs ? await policiesCollection.in(store).get(remote) : undefined
      if (!policy?.backend || !statements) throw nothing()
      const { origin } = policy.backend
      return async ({ method, path, headers, body, requestId }, signal) => {
        const url = new URL(`${origin}${path}`)
        if (url.origin !== origin) throw nothing()
        const statement = await statements.sign({ person, remote, method, url, requestId })
        const signed = { ...headers, authorization: `Bearer ${statement}` }
        return guardOf(remote, origin).run(
          method,
          (ending) => backends.send({ url, method, headers: signed, body }, ending),
          { signal, close: (late) => void late.body?.cancel().catch(() => undefined) },
        )
      }
    },
  }
}

function nothing(): Refusal {
  return new Refusal('notFound', 'There is nothing at this address.')
}
