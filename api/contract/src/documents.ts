import { paperConditions, paperProblems } from '@portal/domain/paper-problem'
import * as z from 'zod/mini'
import { largest } from './bounds.ts'
import { endpoint } from './endpoint.ts'

/**
 * WebP pictures of a paper's first page, as addresses under `/api/images/`: `narrow` is 176 px wide, `wide` 640 px.
 * `height` is how high the wide one is, in px.
 */
export const firstPage = z.object({ narrow: z.string(), wide: z.string(), height: z.number() })
export type FirstPage = z.infer<typeof firstPage>

/** Why a paper can't be opened; absent if it can. */
export const paperProblem = z.catch(z.optional(z.enum(paperProblems)), undefined)

/** A paper: a file of the drive as of the last sync, or an uploaded one. Field names as in section 3 of the specification. */
export const boardDocument = z.object({
  id: z.string(),
  /** Absent for papers from the drive. A sync never changes or removes an uploaded paper. */
  source: z.catch(z.optional(z.enum(['upload'])), undefined),
  /** The document’s own id for an uploaded paper. */
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
  /** Size of the original in bytes. */
  size: z.number(),
  pages: z.optional(z.number()),
  /** Absent until the picture has been made, and if none can be made (not a PDF, or not `ready`). */
  first_page: z.optional(firstPage),
  /**
   * All but `ready` files are stored and served unchanged. `form` (XFA) and `portfolio`: only Adobe's program shows them.
   */
  condition: z.catch(z.enum(paperConditions), 'ready'),
  /** With the condition `broken`: the file expands to more than can be opened. */
  too_large: z.optional(z.boolean()),
  /** The portal’s stored file is damaged or missing, and isn’t served until it has been repaired. */
  damaged: z.optional(z.boolean()),
  /** The number of the version that these bytes are; absent until they have been counted. */
  version: z.optional(z.number()),
  /** None of its pages has text, such as a scan without text recognition: search doesn't find its words. */
  scanned: z.optional(z.boolean()),
  /** Every version of the paper was withdrawn, so there is nothing to read. */
  withdrawn: z.optional(z.boolean()),
})
export type BoardDocument = z.infer<typeof boardDocument>

export const documentParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) })

/** A version's number, from 1. */
export const versionNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(largest.version))

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  callers: 'members',
  summary: 'Every document, synced or uploaded, by folder and name.',
  reply: z.array(boardDocument),
})

/** Part of the documents by folder: those of quarters first, the newest at the top. */
export const documentFolders = z.object({
  folders: z.array(
    z.object({
      /** Folder names from the drive's root, joined by `/`. */
      folder: z.string(),
      /** By title; the last folder may have more. */
      documents: z.array(boardDocument),
    }),
  ),
  /** The number of all documents. */
  total: z.number(),
})
export type DocumentFolders = z.infer<typeof documentFolders>

export const listFolders = endpoint({
  method: 'GET',
  path: '/api/folders',
  callers: 'members',
  summary: 'The first documents by folder, synced or uploaded, the newest quarter first.',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 100),
  }),
  reply: documentFolders,
})

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/documents/{id}',
  callers: 'readers',
  summary: 'One document’s metadata.',
  params: documentParams,
  reply: boardDocument,
})

/**
 * The bytes, with support for Range, HEAD, ETag and 304. `rendition=fast` is the viewer's copy; by default the original
 * is sent as an attachment. `part=opening` returns what the first page is read from, in one response: first the file's
 * end, then its beginning. `X-Opening: size, head, tail, chunk` gives the file's size, the two lengths, and the chunk
 * size for further requests, in bytes.
 */
export const getDocumentContent = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/content',
  callers: 'readers',
  summary: 'The document’s bytes.',
  params: documentParams,
  bytes: { type: '*/*', ranges: true },
  query: z.object({
    rendition: z.optional(z.enum(['fast', 'original'])),
    part: z.optional(z.enum(['opening'])),
    /** By default the one that the portal shows. */
    version: z.optional(versionNumber),
  }),
})

/** One string per page, in order; empty for a page without text, such as an image. */
export const documentText = z.object({ pages: z.array(z.string()) })
export type DocumentText = z.infer<typeof documentText>

export const getDocumentText = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/text',
  callers: 'readers',
  summary: 'The text of a PDF, page by page; 404 if it could not be read, or hasn’t been read yet.',
  params: documentParams,
  query: z.object({ version: z.optional(versionNumber) }),
  reply: documentText,
})

/** One page of the synced and uploaded files. */
export const driveFiles = z.object({
  files: z.array(boardDocument),
  /** Total number on all pages. */
  total: z.number(),
  /** Absent on the last page. */
  nextPageToken: z.optional(z.string()),
})
export type DriveFiles = z.infer<typeof driveFiles>

/** A page continues after the previous one's last file, even if files have changed in between. */
export const listDriveFiles = endpoint({
  method: 'GET',
  path: '/api/drive/files',
  callers: 'admins',
  summary: 'The synced and uploaded files, by folder and name, paged; for admins.',
  query: z.object({
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
    /** From an earlier page's `nextPageToken`. */
    pageToken: z.optional(z.string().check(z.maxLength(5000))),
    /** Folder names from the drive's root, joined by `/`; includes the folders below. */
    folder: z.optional(z.string().check(z.maxLength(2000))),
    /** Words contained in the folder or name, ignoring case. */
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: driveFiles,
})

/** The folders of the drive, and which are closed to members. */
export const driveFolders = z.object({
  folders: z.array(
    z.object({
      /** Folder names from the drive's root, joined by `/`. */
      folder: z.string(),
      /** Members don't see its papers that no slot holds. */
      closed: z.boolean(),
      /** The number of papers in it, without the folders below. */
      papers: z.number(),
    }),
  ),
  /** Absent until a folder was switched. */
  revision: z.optional(z.number()),
})
export type DriveFolders = z.infer<typeof driveFolders>

export const listDriveFolders = endpoint({
  method: 'GET',
  path: '/api/drive/folders',
  callers: 'admins',
  summary:
    'The folders of the drive, and which are closed to members: `Drafts` and `In preparation` are until they are opened.',
  reply: driveFolders,
})

/** The folders below follow, unless they are switched themselves or called `Drafts` or `In preparation`. */
export const switchDriveFolder = endpoint({
  method: 'PUT',
  path: '/api/drive/folders',
  callers: 'admins',
  summary: 'Closes a folder of the drive to members, or opens it.',
  body: z.object({ folder: z.string().check(z.maxLength(2000)), closed: z.boolean() }),
  reply: driveFolders,
  revised: true,
  fresh: 'content',
})
