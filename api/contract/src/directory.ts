import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const directoryEntry = z.object({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  type: z.enum(['board', 'staff']),
  /** The professional title. */
  title: z.optional(z.string()),
  department: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  bio: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
  revision: z.number(),
})
export type DirectoryEntry = z.infer<typeof directoryEntry>

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/** What an admin fills in. An empty text clears a field, an absent one leaves it as it is. */
const described = {
  name: text(200),
  role: text(200),
  /** `board` or `staff`. */
  type: text(20),
  title: text(200),
  department: text(200),
  email: text(254),
  phone: text(50),
  bio: text(5000),
  /** A PNG, JPEG, WebP or GIF of at most 5 MB, whatever its name says; empty where no file was chosen. */
  photo: z.optional(z.union([z.file(), z.literal('')])),
}

const entryParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })

export const listDirectory = endpoint({
  method: 'GET',
  path: '/api/directory',
  summary: 'Board and staff, by name.',
  reply: z.array(directoryEntry),
})

export const getDirectoryEntry = endpoint({
  method: 'GET',
  path: '/api/directory/{id}',
  summary: 'One directory entry.',
  params: entryParams,
  reply: directoryEntry,
})

/**
 * To be safe against a lost answer, the caller makes the entry's `id` (a UUID, say) and sends it along: sent
 * again, the same entry is answered as before, and another one under this id is a `conflict` with `current`.
 * Without an `id` an entry that equals a stored one in every field is that one.
 */
export const createDirectoryEntry = endpoint({
  method: 'POST',
  path: '/api/directory',
  summary: 'Adds an entry. Send an `id` of your own making, and it can be sent again.',
  form: z.object({
    ...described,
    id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/))),
  }),
  reply: directoryEntry,
})

export const saveDirectoryEntry = endpoint({
  method: 'PUT',
  path: '/api/directory/{id}',
  summary: 'Merges what is sent into an entry. An empty text clears a field.',
  params: entryParams,
  form: z.object({ ...described, removePhoto: z.optional(z.enum(['true', 'false'])) }),
  reply: directoryEntry,
  revised: true,
})

export const deleteDirectoryEntry = endpoint({
  method: 'DELETE',
  path: '/api/directory/{id}',
  summary: 'Deletes an entry. Sent again, it is answered as before.',
  params: entryParams,
  reply: z.object({ id: z.string() }),
  revised: true,
})
