import * as z from 'zod/mini'
import type { JobState } from '../../platform/background/jobs.ts'
import { type Finding, firstLineOfError } from './finding.ts'
import { request } from './clock-check.ts'

type Options = {
  address: URL | undefined
  /** `METRICS_TOKEN`; in development without one, everyone is the operator. */
  token: string | undefined
}

const readiness = z.object({
  jobs: z.array(
    z.object({
      name: z.string(),
      does: z.string(),
      isRunning: z.boolean(),
      lastRun: z.optional(
        z.object({ endedAt: z.string(), outcome: z.enum(['done', 'held', 'failed']) }),
      ),
      nextRun: z.optional(z.string()),
      lease: z.optional(z.object({ holder: z.string(), expiresAt: z.string() })),
    }),
  ),
})
type ShownJob = z.infer<typeof readiness>['jobs'][number]

/** Requests the background jobs from the running portal: one finding per job of the instance that responds. */
export async function jobFindings({ address, token }: Options): Promise<Finding[]> {
  if (!address) return [caution('not checked; pass the portal’s address as an argument')]
  try {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await request(new URL('/readyz', address), { headers })
    const { data } = z.safeParse(readiness, await response.json().catch(() => undefined))
    if (data) return data.jobs.map(findingOf)
    return [caution(`${address.origin} shows its jobs only with its METRICS_TOKEN`)]
  } catch (error) {
    return [{ part: 'jobs', verdict: 'wrong', message: firstLineOfError(error) }]
  }
}

function caution(message: string): Finding {
  return { part: 'jobs', verdict: 'caution', message }
}

function findingOf(job: ShownJob): Finding {
  const isFailing = job.lastRun?.outcome === 'failed'
  const parts = [job.does, lastRunText(job), nextRunText(job), leaseText(job)]
  const message = parts.filter((part) => part !== undefined).join('; ')
  return { part: job.name, verdict: isFailing ? 'caution' : 'ok', message }
}

const outcomeTexts: Record<NonNullable<JobState['lastRun']>['outcome'], string> = {
  done: 'last run',
  held: 'left to another instance',
  failed: 'failed, as the log explains,',
}

function lastRunText({ lastRun, isRunning }: ShownJob): string | undefined {
  if (isRunning) return 'running now'
  return lastRun ? `${outcomeTexts[lastRun.outcome]} at ${lastRun.endedAt}` : undefined
}

function nextRunText({ nextRun }: ShownJob): string | undefined {
  return nextRun === undefined ? undefined : `next run at ${nextRun}`
}

function leaseText({ lease }: ShownJob): string | undefined {
  return lease && `${lease.holder} holds the lease until ${lease.expiresAt}`
}
