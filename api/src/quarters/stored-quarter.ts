import * as z from 'zod/mini'

/** Collection `quarters`, id `2026-Q4`. A quarter without a record is published. */
export const quartersCollection = 'quarters'

export const storedQuarter = z.object({
  inPreparation: z.boolean(),
  /** When it was last published, ISO 8601; absent until then. */
  publishedAt: z.optional(z.string()),
})
export type StoredQuarter = z.infer<typeof storedQuarter>
