import { createJobs, type Job } from './background/jobs.ts'
import type { ServePlain } from './http/plain-route.ts'
import type { Serve } from './http/serve.ts'

/** What a feature adds to the portal, next to what it offers to other features. */
export type Feature = {
  /** Serves its endpoints. */
  routes?: (serve: Serve, plain: ServePlain) => void
  /** Resolves once its data has been loaded; until then, the portal accepts no requests. */
  ready?: Promise<unknown>
  jobs?: readonly Job[]
  /** Once requests are accepted: continues what an earlier process began, and reads what the first requests will need. */
  resume?: () => Promise<void> | void
  /** Ends its background work; the ports stay open. */
  stop?: () => Promise<unknown> | void
}

/** Runs features together; they resume one after the other, and stop at the same time. */
export function runFeatures(features: readonly Feature[]) {
  const ready = Promise.all(features.map(async (feature) => feature.ready)).then(() => undefined)
  ready.catch(() => undefined)
  return {
    /** Resolves once all in-memory data has been loaded. */
    ready,
    /** To be started once requests are accepted. */
    jobs: createJobs(features.flatMap(({ jobs }) => jobs ?? [])),
    /** Once requests are accepted: continues what an earlier process began. */
    async resume(): Promise<void> {
      for (const { resume } of features) await resume?.()
    },
    async stop(): Promise<void> {
      await Promise.all(features.map(async ({ stop }) => stop?.()))
    },
  }
}
