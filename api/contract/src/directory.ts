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
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: directoryEntry,
})
