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

/** The fields of the admin's form. An empty text clears a field, an absent one keeps it. */
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
  /** A PNG, JPEG, WebP or GIF of at most 5 MB, regardless of its name; empty if no file was chosen. */
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
 * To make the request repeatable, the client chooses the entry's `id` (for example a UUID). Repeating it returns the
 * same entry; a different entry with this id is a `conflict` with `current`. Without an `id`, an entry equal to a
 * stored one is treated as that one.
 */
export const createDirectoryEntry = endpoint({
  method: 'POST',
  path: '/api/directory',
  summary: 'Adds an entry. Send your own `id` to make the request repeatable.',
  form: z.object({
    ...described,
    id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/))),
  }),
  reply: directoryEntry,
})

export const saveDirectoryEntry = endpoint({
  method: 'PUT',
  path: '/api/directory/{id}',
  summary: 'Merges the submitted fields into an entry. An empty text clears a field.',
  params: entryParams,
  form: z.object({ ...described, removePhoto: z.optional(z.enum(['true', 'false'])) }),
  reply: directoryEntry,
  revised: true,
})

export const deleteDirectoryEntry = endpoint({
  method: 'DELETE',
  path: '/api/directory/{id}',
  summary: 'Deletes an entry. Repeating the request succeeds.',
  params: entryParams,
  reply: z.object({ id: z.string() }),
  revised: true,
})
