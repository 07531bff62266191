import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How a person gets meetings into a calendar of their own: by e-mail, each with its changes, or by subscribing. */
export const meetingsBy = z.enum(['invitations', 'feed'])
export type MeetingsBy = z.infer<typeof meetingsBy>

export const ownFeed = z.object({
  /** When its address was made, ISO 8601, UTC; absent if there is none. The address itself isn't stored. */
  createdAt: z.optional(z.string()),
  /** The person's choice, or what it is without one. */
  meetingsBy,
  /** Whether invitations are sent to the person: mail is on, and they aren't an assistant. */
  sendsInvitations: z.boolean(),
})
export type OwnFeed = z.infer<typeof ownFeed>

export const getOwnFeed = endpoint({
  method: 'GET',
  path: '/api/own-feed',
  callers: 'readers',
  summary: 'Whether the caller has a calendar feed, and how they get meetings into their calendar.',
  reply: ownFeed,
  personal: true,
})

export const renewFeed = endpoint({
  method: 'PUT',
  path: '/api/own-feed/address',
  callers: 'readers',
  fresh: true,
  summary:
    'Makes a new address for the caller’s calendar feed, and ends the one before. Whoever knows the address can read the feed; it is only returned here. Repeating the request returns the same address.',
  body: z.object({
    /** Random, by the caller: 128 bits or more as base64url. */
    nonce: z.string().check(z.regex(/^[\w-]{22,64}$/, '22 to 64 letters, digits, - or _')),
  }),
  reply: z.object({
    /** Below the portal’s own address. */
    path: z.string(),
    createdAt: z.string(),
  }),
  personal: true,
})

export const endFeed = endpoint({
  method: 'DELETE',
  path: '/api/own-feed/address',
  callers: 'readers',
  fresh: 'takesAway',
  summary: 'Ends the caller’s calendar feed at once. Repeating the request succeeds.',
  personal: true,
})

export const chooseMeetingsBy = endpoint({
  method: 'PUT',
  path: '/api/own-feed/meetings-by',
  callers: 'readers',
  fresh: 'own',
  summary:
    'Chooses how meetings get into the caller’s calendar. A meeting that they were invited to stays an invitation, so that none appears twice.',
  body: z.object({ meetingsBy }),
  reply: ownFeed,
  personal: true,
})

/** Calendar programs can’t sign in: the address itself is the permission. */
export const readFeed = endpoint({
  method: 'GET',
  path: '/api/feeds/{file}',
  callers: 'everyone',
  summary:
    'A person’s calendar feed, by its secret address: what they may see now, of the past year and the next two, at most 1,000 events. 404 once the address or the person’s access has ended.',
  params: z.object({
    /** The address’s secret, and `.ics`. */
    file: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  bytes: { type: 'text/calendar' },
})
