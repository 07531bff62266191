import { isDay } from '@portal/domain/days'
import { anyMeetingId } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { shortText } from './texts.ts'

/** A guest's or an assistant's account. */
const outsider = {
  /** The account's. */
  uid: z.string(),
  /** Names them in audiences and invitations: their entry of the directory, or the account's uid. */
  person: z.string(),
  name: z.string(),
  email: z.string(),
  /** ISO 8601, UTC. */
  since: z.string(),
  /** Absent if the person has never signed in. */
  lastSignInAt: z.optional(z.string()),
}

export const guest = z.object(outsider)
export type Guest = z.infer<typeof guest>

export const assistant = z.object({
  ...outsider,
  /** The person that they work for. */
  assists: z.object({ person: z.string(), name: z.string() }),
  /** Whether they may reply for that person. They never vote. */
  mayReply: z.boolean(),
})
export type Assistant = z.infer<typeof assistant>

export const invitation = z.object({
  id: z.string(),
  /** A guest, or somebody of the directory who isn't among the readers of the meeting. */
  person: z.string(),
  name: z.string(),
  meeting: z.object({
    /** The permanent key. */
    key: z.string(),
    /** Its id; absent if the meeting is gone. */
    id: z.optional(z.string()),
    title: z.string(),
    date: z.optional(z.string()),
  }),
  /** Item ids. An item that the caller may not read has no title. */
  items: z.array(z.object({ id: z.string(), title: z.optional(z.string()) })),
  /** The last day, in the foundation's zone. */
  until: z.string(),
  revision: z.number(),
})
export type Invitation = z.infer<typeof invitation>

export const guestLimits = { name: 200, email: 254, items: 200, people: 1000 } as const

const id = z.string().check(z.minLength(1), z.maxLength(200))
const uid = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(128)) })
const invitationId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })
const until = z.string().check(z.maxLength(10), z.refine(isDay, 'A day such as 2026-11-12'))
const items = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.minLength(1), z.maxLength(guestLimits.items))
const newPerson = {
  name: shortText(guestLimits.name),
  email: z.string().check(z.maxLength(guestLimits.email)),
}

export const listGuests = endpoint({
  method: 'GET',
  path: '/api/admin/guests',
  callers: 'admins',
  summary: 'The guests, the assistants, and every invitation, also those that have ended.',
  reply: z.object({
    guests: z.array(guest),
    assistants: z.array(assistant),
    invitations: z.array(invitation),
  }),
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/invitations',
  callers: 'admins',
  fresh: true,
  summary:
    'Invites somebody to items of a meeting until the end of a day, and creates a guest’s account for whoever has none. Whoever is invited to a closed item belongs to its audience then. Repeating the request changes nothing; 409 if the person has another invitation to the meeting.',
  body: z.object({
    /** A person of the directory or a guest, or a new guest. */
    who: z.union([z.object({ person: id }), z.object(newPerson)]),
    meeting: anyMeetingId,
    items,
    until,
  }),
  /** `account`: of the guest, to hand over a link for choosing a password; absent for a member. */
  reply: z.object({ invitation, account: z.optional(z.string()) }),
})

export const changeInvitation = endpoint({
  method: 'PUT',
  path: '/api/invitations/{id}',
  callers: 'admins',
  fresh: true,
  summary: 'Replaces the items of an invitation and its last day.',
  params: invitationId,
  body: z.object({ items, until }),
  reply: invitation,
  revised: true,
})

export const endInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/{id}',
  callers: 'admins',
  fresh: 'takesAway',
  summary: 'Ends an invitation at once. Repeating the request succeeds.',
  params: invitationId,
})

export const endGuest = endpoint({
  method: 'DELETE',
  path: '/api/guests/{uid}',
  callers: 'admins',
  fresh: 'takesAway',
  summary:
    'Ends a guest’s sign-ins and invitations, and deletes the account. Repeating it completes it.',
  params: uid,
})

export const makeMember = endpoint({
  method: 'POST',
  path: '/api/guests/{uid}/membership',
  callers: 'admins',
  fresh: true,
  summary:
    'Makes a guest a member, with the same account: their invitations and sign-ins end, and an entry of the directory that they had is theirs. Repeating it completes it.',
  params: uid,
})

export const addAssistant = endpoint({
  method: 'POST',
  path: '/api/assistants',
  callers: 'admins',
  fresh: true,
  summary:
    'Creates the account of an assistant, who reads what is for everybody in the meetings of the person they work for. Repeating the request returns the same account.',
  body: z.object({
    ...newPerson,
    /** The person that they work for: an entry of the directory with a member’s account. */
    assists: id,
    mayReply: z.optional(z.boolean()),
  }),
  reply: assistant,
})

export const listOwnAssistants = endpoint({
  method: 'GET',
  path: '/api/assistants',
  callers: 'members',
  summary: 'The caller’s own assistants.',
  reply: z.object({ assistants: z.array(assistant) }),
  personal: true,
})

export const changeAssistant = endpoint({
  method: 'PUT',
  path: '/api/assistants/{uid}',
  callers: 'members',
  fresh: true,
  summary:
    'Whether an assistant may reply. For admins, and for the person that the assistant works for.',
  params: uid,
  body: z.object({ mayReply: z.boolean() }),
  reply: assistant,
})

export const endAssistant = endpoint({
  method: 'DELETE',
  path: '/api/assistants/{uid}',
  callers: 'members',
  fresh: 'takesAway',
  summary:
    'Ends an assistant’s sign-ins and deletes the account. For admins, and for the person that the assistant works for. Repeating it completes it.',
  params: uid,
})
