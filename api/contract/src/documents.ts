import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A file of the drive as the last sync left it. Names as in the specification's section 3. */
export const boardDocument = z.object({
  id: z.string(),
  google_id: z.string(),
  title: z.string(),
  name: z.string(),
  mime_type: z.string(),
  /** Folder names from the drive's root, joined by `/`; empty for the root. */
  path: z.string(),
  parent_folder: z.string(),
  created_time: z.string(),
  modified_time: z.string(),
  last_synced: z.string(),
  web_view_link: z.optional(z.string()),
  web_content_link: z.optional(z.string()),
  drive_url: z.optional(z.string()),
  /** Of the original, in bytes. */
  size: z.number(),
  pages: z.optional(z.number()),
  /** `broken` and `encrypted` files are kept and served as they are. */
  condition: z.catch(z.enum(['ready', 'broken', 'encrypted']), 'ready'),
})
export type BoardDocument = z.infer<typeof boardDocument>

const documentParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  summary: 'Every synced document, by folder and name.',
  reply: z.array(boardDocument),
})

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/documents/{id}',
  summary: 'What is known of one document.',
  params: documentParams,
  reply: boardDocument,
})

/**
 * Bytes, with Range, HEAD, ETag and 304. `rendition=fast` is the copy made for the viewer; without it come
 * the original bytes, as an attachment. `part=opening` is what the first page is read from, in one answer:
 * first the file's end, then its beginning; `X-Opening: size, head, tail, chunk` says in bytes how large the
 * file is, how long the two are, and in pieces of what size the rest is best asked for.
 */
export const getDocumentContent = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/content',
  summary: 'The document’s bytes.',
  params: documentParams,
  bytes: { type: '*/*', ranges: true },
  query: z.object({
    rendition: z.optional(z.enum(['fast', 'original'])),
    part: z.optional(z.enum(['opening'])),
  }),
})

/** One string a page, in order; a page without text (a picture, say) is an empty one. */
export const documentText = z.object({ pages: z.array(z.string()) })
export type DocumentText = z.infer<typeof documentText>

export const getDocumentText = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/text',
  summary: 'The text of a PDF, page by page; 404 where none could be read, or none has been yet.',
  params: documentParams,
  reply: documentText,
})

/** One page of the drive's synced files. */
export const driveFiles = z.object({
  files: z.array(boardDocument),
  /** How many there are on all pages. */
  total: z.number(),
  /** Absent on the last page. */
  nextPageToken: z.optional(z.string()),
})
export type DriveFiles = z.infer<typeof driveFiles>

/** A page goes on where the one before ended, also when files have come or gone in between. */
export const listDriveFiles = endpoint({
  method: 'GET',
  path: '/api/drive/files',
  summary: 'The drive’s synced files for admins, by folder and name, in pages.',
  query: z.object({
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
    /** From an earlier page's `nextPageToken`. */
    pageToken: z.optional(z.string().check(z.maxLength(5000))),
    /** Folder names from the drive's root, joined by `/`: the files in it and in the folders below. */
    folder: z.optional(z.string().check(z.maxLength(2000))),
    /** Words that folder or name must hold, whatever their case. */
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: driveFiles,
})
