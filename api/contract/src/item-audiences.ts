import * as z from 'zod/mini'
import { audience } from './agendas.ts'
import { endpoint } from './endpoint.ts'
import { quarterParams } from '@portal/domain/quarter'

/** How many names a preview lists of each group. */
export const namedReaders = 200

const people = z.object({ count: z.number(), names: z.array(z.string()) })

const audiencePreview = z.object({
  /** Who could read the item once it is published. */
  readers: people,
  /** Compared with the stored item. */
  gains: people,
  loses: people,
  /** Why the item can't get this audience, as a sentence. */
  fault: z.optional(z.string()),
})
export type AudiencePreview = z.infer<typeof audiencePreview>

/** A new item has no stored one to compare with. An item that the caller may not prepare doesn't exist for them. */
export const previewAudience = endpoint({
  method: 'POST',
  path: '/api/agendas/{year}/{quarter}/audience',
  callers: 'admins',
  summary: 'Names who could read an item with this audience, and who gains and who loses it.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({
    /** The id of a stored item. */
    item: z.optional(z.string().check(z.maxLength(100))),
    audience,
  }),
  reply: audiencePreview,
  fresh: 'own',
})
