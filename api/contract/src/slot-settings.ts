import * as z from 'zod/mini'
import { largest } from './bounds.ts'
import { endpoint } from './endpoint.ts'

const setAside = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.maxLength(largest.slots))

/** Which of the specification's slots and cards a foundation does without. */
export const slotSettings = z.object({
  /**
   * `meeting-{materialType}`, `governance-{policyType}` or `communications-{resourceType}`. A quarter that has a paper in
   * such a slot keeps showing it; an empty one isn't missed. Such a card is gone for members.
   */
  setAside: z.array(z.string()),
  /** Absent until something is set aside for the first time. */
  revision: z.optional(z.number()),
})
export type SlotSettings = z.infer<typeof slotSettings>

export const getSlotSettings = endpoint({
  method: 'GET',
  path: '/api/slot-settings',
  callers: 'admins',
  summary: 'Which of the specification’s slots and cards are set aside.',
  reply: slotSettings,
})

export const saveSlotSettings = endpoint({
  method: 'PUT',
  path: '/api/slot-settings',
  callers: 'admins',
  summary: 'Sets slots and cards aside for good, or uses them again.',
  body: z.object({ setAside }),
  reply: slotSettings,
  revised: true,
  fresh: 'content',
})
