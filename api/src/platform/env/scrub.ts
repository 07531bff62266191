import * as z from 'zod/mini'
import { setting } from './values.ts'

export type ScrubSettings = {
  /** From the start of one pass over the stored files to the start of the next, in ms; 0 for none. */
  interval: number
  bytesPerSecond: number
}

const day = 86_400_000

export const scrubEnvironment = {
  SCRUB_DAYS: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(365)), 7),
    'days after which every stored file is verified again, in the background; `0` for never',
  ),
  SCRUB_MB_PER_SECOND: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 10),
    'how much of the stored files is read per second, at most, to verify them',
  ),
}

const environment = z.object(scrubEnvironment)

export function scrubSettings(read: z.output<typeof environment>): ScrubSettings {
  return { interval: read.SCRUB_DAYS * day, bytesPerSecond: read.SCRUB_MB_PER_SECOND * 1e6 }
}
