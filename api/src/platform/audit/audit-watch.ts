import { createJob, type Job } from '../background/jobs.ts'
import type { Settings } from '../env/env.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { expireAccess } from './access-retention.ts'
import { createAuditAnchors } from './audit-anchors.ts'
import { AuditBreak } from './audit-collections.ts'
import { checkAuditTail } from './check-tail.ts'

export type AuditWatch = Job & {
  /** Checks the ends of the chains, makes the anchor of the day if there is none, and deletes old access entries. */
  look: () => Promise<void>
}

/** In ms. */
const interval = 3_600_000

type Parts = {
  store: DocumentStore
  settings: Pick<Settings, 'audit'>
  metrics: Metrics
  now: () => Date
  log: Log
}

/**
 * Reports a tampered audit in the log and the metrics. The portal keeps serving: refusing to would hide the audit from
 * those who must read it now, and let anyone who can write to the database switch the portal off.
 */
export function createAuditWatch({ store, settings, metrics, now, log }: Parts): AuditWatch {
  const anchors = createAuditAnchors({ store, now, log })
  let isBroken = false
  metrics.gauge(
    'portal_audit_broken',
    '1 if the last check found that the audit has been tampered with.',
    () => Number(isBroken),
  )

  const check = async () => {
    try {
      await checkAuditTail(store)
      isBroken = false
    } catch (error) {
      if (!(error instanceof AuditBreak)) throw error
      isBroken = true
      log.error('the audit has been tampered with', {
        kind: error.kind,
        place: error.place,
        found: error.message,
      })
    }
  }

  const look = async () => {
    await check()
    try {
      await anchors.ensure()
    } catch (error) {
      // The newest anchor was changed, which has been logged already; no other anchor can follow it.
      if (!(error instanceof AuditBreak)) throw error
    }
    await expireAccess({ store, now, log, keptFor: settings.audit.accessKeptFor })
  }

  const job = createJob(
    {
      name: 'audit-watch',
      does: 'checks the audit, makes its daily anchor, and deletes old access entries',
      every: interval,
      failure: 'the audit was not checked',
      run: look,
    },
    { now, log },
  )
  return { ...job, look }
}
