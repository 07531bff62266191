import { quarterId } from '@portal/domain/ids'
import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'

/** A loose object, so that an earlier release keeps a newer release's choices while it changes something else. */
export const storedQuarter = z.looseObject({
  inPreparation: z.boolean(),
  /** When it was last published, ISO 8601; absent until then. */
  publishedAt: z.optional(z.string()),
})
export type StoredQuarter = z.infer<typeof storedQuarter>

/**
 * Collection `quarters`, id `2026-Q4`: what is stored once for a quarter, such as its state. A choice for a quarter is one
 * more optional field. A quarter without a record is published.
 */
export const quartersCollection = defineCollection('quarters', storedQuarter)

const prefix = 'quarter-'

/** The subject of a quarter's audit entries; its id is the id of its agenda's. */
export function quarterSubject(quarter: Quarter): string {
  return `${prefix}${quarterId(quarter)}`
}

export function quarterOfSubject(subject: string): Quarter | undefined {
  const [year, quarter] = subject.slice(prefix.length).split('-')
  return subject.startsWith(prefix) ? parseQuarter(year, quarter) : undefined
}
