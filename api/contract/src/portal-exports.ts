import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How many days a finished export can be downloaded. */
export const exportKeptDays = 7
/** How many finished exports there are at most: each is a copy of every paper. */
export const mostExports = 3

export const portalExport = z.object({
  id: z.string(),
  /** `completed` with `damaged` papers if some of the portal’s own files couldn’t be copied. */
  status: z.catch(z.enum(['running', 'completed', 'failed']), 'running'),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** An e-mail address. */
  startedBy: z.string(),
  completedAt: z.optional(z.string()),
  /** When a finished export is deleted. */
  expiresAt: z.optional(z.string()),
  /** Files of the archive; `total` is 0 until they have been counted. */
  progress: z.object({ done: z.number(), total: z.number() }),
  /** Of the archive, in bytes. */
  size: z.optional(z.number()),
  /** Papers that are listed in the archive without their file, because the portal’s own is damaged or missing. */
  damaged: z.optional(z.number()),
  /** Why it failed. */
  message: z.optional(z.string()),
})
export type PortalExport = z.infer<typeof portalExport>

const exportParams = z.object({ id: z.uuid() })

export const listExports = endpoint({
  method: 'GET',
  path: '/api/exports',
  callers: 'admins',
  summary: 'The foundation’s exports, newest first.',
  reply: z.array(portalExport),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/api/exports/{id}',
  callers: 'admins',
  summary: 'One export, with its progress.',
  params: exportParams,
  reply: portalExport,
})

export const startExport = endpoint({
  method: 'POST',
  path: '/api/exports',
  callers: 'admins',
  summary:
    'Starts an export of the foundation’s papers, agendas, mappings, directory and audit, or joins the one in progress. 409 while there are three finished ones: delete one first.',
  reply: portalExport,
  fresh: true,
})

export const getExportFile = endpoint({
  method: 'GET',
  path: '/api/exports/{id}/file',
  callers: 'admins',
  summary: 'The archive of a finished export: a ZIP.',
  params: exportParams,
  bytes: { type: 'application/zip', ranges: true },
  fresh: true,
})

/** A browser asks this first: it can't sign in again for a link. */
export const checkExportFile = endpoint({
  method: 'GET',
  path: '/api/exports/{id}/file/check',
  callers: 'admins',
  summary: 'Whether the archive can be downloaded now: refuses as the download would.',
  params: exportParams,
  reply: z.object({ name: z.string() }),
  fresh: true,
})

export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/api/exports/{id}',
  callers: 'admins',
  summary:
    'Deletes an export and its archive; one in progress is ended. Repeating the request succeeds.',
  params: exportParams,
  fresh: 'content',
})
