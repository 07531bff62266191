import * as z from 'zod/mini'
import { request } from './clock-check.ts'
import type { Check } from './finding.ts'

type Options = {
  address: URL | undefined
  /** `METRICS_TOKEN`. */
  token: string | undefined
  /** What Firestore returns about the database. */
  database: () => Promise<unknown>
}

const readiness = z.object({ region: z.optional(z.string()) })

// https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases#Database
const metadata = z.object({ locationId: z.string() })

/** Compares the region in which requests to the public address end with the database's. */
export function regionCheck({ address, token, database }: Options): Check {
  return {
    part: 'region',
    async run() {
      if (!address || !token) {
        return { caution: 'not checked; it needs METRICS_TOKEN and the portal’s address' }
      }
      const headers = { authorization: `Bearer ${token}` }
      const response = await request(new URL('/readyz', address), { headers })
      const { data } = z.safeParse(readiness, await response.json().catch(() => undefined))
      const served = data?.region
      if (served === undefined) {
        return {
          caution: `${address.origin} doesn’t show its region: it isn’t on Cloud Run, or METRICS_TOKEN isn’t its own`,
        }
      }
      const { data: found } = z.safeParse(metadata, await database().catch(() => undefined))
      if (!found) {
        return { caution: `served from ${served}; Firestore doesn’t show where the database is` }
      }
      const { locationId } = found
      // A location of several regions, such as nam5, has no number after a direction.
      const isOneRegion = /^[a-z]+-[a-z]+\d+$/.test(locationId)
      if (locationId === served || !isOneRegion) {
        return `served from ${served}, and the database is in ${locationId}`
      }
      return {
        caution: `served from ${served}, but the database is in ${locationId}, so every request waits for the way between them; the region in firebase.json was changed, or isn’t deployed`,
      }
    },
  }
}
