import * as z from 'zod/mini'
import { setting } from './values.ts'

export type PaperSettings = {
  /** How many of a paper's newest versions are kept; undefined for all. */
  keptVersions: number | undefined
}

export const paperEnvironment = {
  KEPT_VERSIONS: setting(
    z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(999_999))),
    'how many versions of a paper are kept, counted from its newest that isn’t withdrawn; older ones expire with the next sync: their files are deleted, their numbers stay',
    'all',
  ),
}

const environment = z.object(paperEnvironment)

export function paperSettings(read: z.output<typeof environment>): PaperSettings {
  return { keptVersions: read.KEPT_VERSIONS }
}
