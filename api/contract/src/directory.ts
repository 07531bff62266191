import {
  directoryField,
  directoryFieldNames,
  type DirectoryFieldName,
  type directoryFields,
} from '@portal/domain/directory-fields'
import * as z from 'zod/mini'
import { revisionNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { longText, shortText } from './texts.ts'

type Fields = typeof directoryFields

/** The schemas of an entry's texts in a reply: a choice, or a text that every entry has or that may be absent. */
type ReplyTexts = {
  [K in DirectoryFieldName]: Fields[K] extends { options: infer Options }
    ? z.ZodMiniEnum<{ [V in keyof Options & string]: V }>
    : Fields[K] extends { required: true }
      ? z.ZodMiniString<string>
      : z.ZodMiniOptional<z.ZodMiniString<string>>
}

/** The schemas of an entry's texts in a form. */
type FormTexts = Record<DirectoryFieldName, z.ZodMiniOptional<z.ZodMiniString<string>>>

/** A schema for each row of `directoryFields`. */
const schemasOf = (schema: (field: ReturnType<typeof directoryField>) => z.ZodMiniType) =>
  Object.fromEntries(directoryFieldNames.map((name) => [name, schema(directoryField(name))]))

const replyTexts = schemasOf(({ options, required }) => {
  if (options) return z.enum(Object.keys(options))
  return required ? z.string() : z.optional(z.string())
}) as ReplyTexts

export const directoryEntry = z.object({
  id: z.string(),
  ...replyTexts,
  photoUrl: z.optional(z.string()),
  revision: z.number(),
})
export type DirectoryEntry = z.infer<typeof directoryEntry>

const formTexts = schemasOf(({ input, most }) =>
  z.optional(input === 'lines' ? longText(most) : shortText(most)),
) as FormTexts

/** The fields of the admin's form. An empty text clears a field, an absent one keeps it. */
const described = {
  ...formTexts,
  /** A PNG, JPEG, WebP or GIF of at most 5 MB, regardless of its name; empty if no file was chosen. */
  photo: z.optional(z.union([z.file(), z.literal('')])),
}

const entryParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })

export const listDirectory = endpoint({
  method: 'GET',
  path: '/api/directory',
  callers: 'members',
  summary: 'Everybody of board and staff, by name. `GET /api/people` has pages.',
  reply: z.array(directoryEntry),
})

/** How many people a page of the directory has. */
export const peopleAtOnce = 100

export const peoplePage = z.object({
  people: z.array(directoryEntry),
  /** How many people the search finds, of each type; of everybody without a search. */
  counts: z.object({ board: z.number(), staff: z.number() }),
  /** Absent on the last page. */
  next: z.optional(z.string()),
})
export type PeoplePage = z.infer<typeof peoplePage>

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  callers: 'members',
  summary: 'Board and staff by name, 100 at a time: everybody, or those that a search finds.',
  query: z.object({
    /** Words that the fields of `directorySearch.members` contain, ignoring case and accents. */
    search: z.optional(z.string().check(z.maxLength(200))),
    type: z.optional(directoryEntry.shape.type),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: peoplePage,
})

export const getDirectoryEntry = endpoint({
  method: 'GET',
  path: '/api/directory/{id}',
  callers: 'members',
  summary: 'One directory entry.',
  params: entryParams,
  reply: directoryEntry,
})

/**
 * To make the request repeatable, the client chooses the entry's `id` (for example a UUID). Repeating it returns the
 * same entry; a different entry with this id is a `conflict` with `current`. Without an `id`, an entry equal to a
 * stored one is treated as that one.
 */
export const createDirectoryEntry = endpoint({
  method: 'POST',
  path: '/api/directory',
  callers: 'admins',
  summary: 'Adds an entry. Send your own `id` to make the request repeatable.',
  form: z.object({
    ...described,
    id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/))),
  }),
  reply: directoryEntry,
  fresh: 'content',
})

/** How many people one request has at most; services on a network create fewer accounts in its time. */
const importedAtOnce = 10

const importedPerson = z.object({
  ...formTexts,
  /** The entry that the person has already; without it, they get a new one. */
  entry: z.optional(
    z.object({
      id: z.string().check(z.minLength(1), z.maxLength(200)),
      revision: revisionNumber,
    }),
  ),
})

export const importedOutcome = z.object({
  /** `unchanged`: the entry has all of it already. */
  entry: z.enum(['created', 'saved', 'unchanged', 'refused']),
  /** The entry's id, unless it was refused. */
  id: z.optional(z.string()),
  /** `linked`: there was one. `none`: without an address, or none was asked for. */
  account: z.enum(['created', 'linked', 'none', 'refused']),
  uid: z.optional(z.string()),
  /** A password account whose owner has never signed in: an invitation lets them choose their password. */
  mayBeInvited: z.boolean(),
  /** Why the entry or the account was refused, as a sentence. */
  refusal: z.optional(z.string()),
})
export type ImportedOutcome = z.infer<typeof importedOutcome>

/**
 * A person is found by their address, or by their exact name if the list or the entry has no address. A text that is
 * empty or absent keeps what the entry has.
 */
export const importPeople = endpoint({
  method: 'POST',
  path: '/api/people/import',
  callers: 'admins',
  summary:
    'Adds people of a list to the directory or completes their entries, and gives each an account, linked to the entry. Repeating it duplicates nobody.',
  body: z.object({
    people: z.array(importedPerson).check(z.minLength(1), z.maxLength(importedAtOnce)),
    /** Whether those with an address get an account. */
    accounts: z.boolean(),
  }),
  /** In the order of the request. */
  reply: z.object({ people: z.array(importedOutcome) }),
  fresh: true,
})

/** How many entries, and how many accounts, `listNotLinked` returns. */
export const notLinkedAtOnce = 1000

/**
 * Why an entry has no account, or an account no entry. `noAddress`: it has no e-mail address. `noMatch`: nothing of the
 * other kind has its address. `several`: several entries have it. `taken`: what has the address is linked to another
 * one. `notGoogle`: an entry and an account have the address, but only Google accounts are linked automatically.
 */
const notLinkedReason = z.enum(['noAddress', 'noMatch', 'several', 'taken', 'notGoogle'])
export type NotLinkedReason = z.infer<typeof notLinkedReason>

export const listNotLinked = endpoint({
  method: 'GET',
  path: '/api/people/not-linked',
  callers: 'admins',
  summary:
    'Directory entries without an account and accounts without an entry, with the reason: the first 1,000 of each. Leaves out what is linked automatically at the next sign-in.',
  reply: z.object({
    /** By name. */
    entries: z.array(
      z.object({
        ...z.pick(directoryEntry, { id: true, name: true, email: true, revision: true }).shape,
        reason: notLinkedReason,
        /** The uid of the account with the entry's address, if nothing speaks against linking it. */
        account: z.optional(z.string()),
      }),
    ),
    /** By address. Without those that are disabled or can't sign in. */
    accounts: z.array(
      z.object({
        uid: z.string(),
        email: z.string(),
        displayName: z.optional(z.string()),
        reason: notLinkedReason,
      }),
    ),
    /** How many there are. */
    counts: z.object({ entries: z.number(), accounts: z.number() }),
  }),
})

export const linkAccount = endpoint({
  method: 'PUT',
  path: '/api/directory/{id}/account',
  callers: 'admins',
  summary:
    'Links an entry to the account of its person, which stays linked when either address changes. 409 if the entry has another account, or the account another entry. An empty text removes the link.',
  params: entryParams,
  body: z.object({ account: z.string().check(z.maxLength(128)) }),
  reply: z.object({ id: z.string(), revision: z.number() }),
  revised: true,
  fresh: true,
})

export const saveDirectoryEntry = endpoint({
  method: 'PUT',
  path: '/api/directory/{id}',
  callers: 'admins',
  summary: 'Merges the submitted fields into an entry. An empty text clears a field.',
  params: entryParams,
  form: z.object({ ...described, removePhoto: z.optional(z.enum(['true', 'false'])) }),
  reply: directoryEntry,
  revised: true,
  fresh: 'content',
})

export const deleteDirectoryEntry = endpoint({
  method: 'DELETE',
  path: '/api/directory/{id}',
  callers: 'admins',
  summary: 'Deletes an entry. Repeating the request succeeds.',
  params: entryParams,
  reply: z.object({ id: z.string() }),
  revised: true,
  fresh: 'content',
})
