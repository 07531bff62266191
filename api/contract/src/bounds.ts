import { mostPapers } from '@portal/domain/slot-names'
import * as z from 'zod/mini'

/** Limits that no honest caller exceeds. A note's revision may be its creation time, in ms. */
export const largest = {
  revision: 100_000_000_000_000,
  version: 999_999,
  letter: 10_000_000,
  bytes: 1e12,
  /** Of a quarter, in one request: as many as it can have papers. */
  slots: mostPapers,
} as const

/** A number of a paper's version, from 1. */
export const paperVersion = z.number().check(z.int(), z.gte(1), z.lte(largest.version))

/** A document's revision, from 1. */
export const revisionNumber = z.number().check(z.int(), z.gte(1), z.lte(largest.revision))
