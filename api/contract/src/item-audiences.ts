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
  summary:
    'Names who could read an item, or the paper in a place, with this audience, and who gains and who loses it.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({
    /** The id of a stored item. */
    item: z.optional(z.string().check(z.maxLength(100))),
    /** Instead of an item: the type of a paper of the meeting, whose place gets the audience. */
    place: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    audience,
  }),
  reply: audiencePreview,
  fresh: 'own',
})

export type SentAudience = z.infer<typeof audience>

const placeAudience = z.object({
  /** Absent if the place has none: its paper is for everybody who may see the meeting. */
  audience: z.optional(audience),
  /** Of the stored audience; absent if none is stored. */
  revision: z.optional(z.number()),
})
export type PlaceAudience = z.infer<typeof placeAudience>

const place = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })

export const getPlaceAudience = endpoint({
  method: 'GET',
  path: '/api/resource-mappings/{id}/audience',
  callers: 'admins',
  summary:
    'Who the paper in a slot or list of a meeting is for, apart from the items that name it.',
  params: place,
  reply: placeAudience,
})

export const savePlaceAudience = endpoint({
  method: 'PUT',
  path: '/api/resource-mappings/{id}/audience',
  callers: 'admins',
  summary:
    'Chooses who the paper in a slot or list of a meeting is for. Repeating it changes nothing.',
  params: place,
  body: z.object({ audience }),
  reply: placeAudience,
  revised: true,
  fresh: 'content',
})
