import { largestPaper } from '@portal/domain/paper-problem'
import { shownName, shownPath } from '@portal/domain/shown-text'
import * as z from 'zod/mini'
import { largest } from './bounds.ts'
import { boardDocument, documentParams } from './documents.ts'
import { endpoint } from './endpoint.ts'

/** A larger one than the limit is refused in its own sentence. */
const bytes = z.number().check(z.int(), z.gte(0), z.lte(largest.bytes))

/** In bytes. A file is sent in parts of this size; the last one is smaller. */
export const uploadLimits = { file: largestPaper, part: 4 * 1024 * 1024 } as const

/** How long an unfinished upload is kept after it began, in days. */
export const uploadDays = 7

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const uploadParams = z.object({
  /** Chosen by the caller, so that each request can be repeated. */
  id: z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
})

const uploadedPart = z.object({
  /** From 0. */
  part: z.number(),
  /** SHA-256 of its bytes, in hex. */
  sha256,
})

export const uploadStart = z.object({
  name: z
    .string()
    .check(
      z.maxLength(255),
      z.overwrite(shownName),
      z.minLength(1),
      z.regex(/^[^/\\\p{Cc}]*[^/\\\p{Cc}\s]$/u),
    ),
  /** Names of the folders that it was dropped in, joined by `/`; empty for a single file. */
  folder: z.string().check(
    z.maxLength(1000),
    z.overwrite(shownName),
    z.regex(/^(?:[^/\\\p{Cc}]+(?:\/[^/\\\p{Cc}]+)*)?$/u),
    z.refine((folder) => folder === '' || folder === shownPath(folder)),
  ),
  /** In bytes. */
  size: bytes,
  /** When the file was changed last, ISO 8601, UTC. */
  modified: z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/),
    z.refine((text) => !Number.isNaN(Date.parse(text))),
  ),
  /** The id of the uploaded paper that this is a new version of; by default it is a paper of its own. */
  replaces: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** The id of the mapping that the paper is for. In a closed item, it is closed from the beginning. */
  slot: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
})
export type UploadStart = z.infer<typeof uploadStart>

export const startUpload = endpoint({
  method: 'PUT',
  path: '/api/uploads/{id}',
  callers: 'admins',
  summary:
    'Begins the upload of a paper, or continues it: the reply names the parts that have arrived. An upload that isn’t completed within 7 days is deleted.',
  params: uploadParams,
  body: uploadStart,
  reply: z.object({
    /** Size of each part but the last, in bytes. */
    partSize: z.number(),
    /** Complete parts only, in order. */
    parts: z.array(uploadedPart),
  }),
  fresh: 'content',
})

export const uploadPart = endpoint({
  method: 'PUT',
  path: '/api/uploads/{id}/parts/{part}/{sha256}',
  callers: 'admins',
  summary:
    'Uploads one part, in any order. It is refused if its size or its hash is another one. Repeating it changes nothing.',
  params: z.object({
    ...uploadParams.shape,
    part: z.coerce.number().check(z.int(), z.gte(0), z.lte(uploadLimits.file / uploadLimits.part)),
    sha256,
  }),
  upload: { type: 'application/octet-stream', most: uploadLimits.part },
  reply: uploadedPart,
  fresh: 'content',
})

/**
 * `stored`; `same`: the portal has this paper already; `sameName`: stored, and another paper has this name;
 * `newVersion`: stored as a new version of the paper that it replaces.
 */
export const uploadOutcome = z.object({
  outcome: z.enum(['stored', 'same', 'sameName', 'newVersion']),
  document: boardDocument,
})
export type UploadOutcome = z.infer<typeof uploadOutcome>

export const completeUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/complete',
  callers: 'admins',
  summary:
    'Stores the uploaded parts as a paper. A paper with the same bytes, name and folder is stored once. Repeating it returns the same outcome.',
  params: uploadParams,
  body: z.object({
    /** SHA-256 of each part, in order. */
    parts: z.array(sha256).check(z.maxLength(uploadLimits.file / uploadLimits.part)),
  }),
  reply: uploadOutcome,
  fresh: 'content',
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}',
  callers: 'admins',
  summary: 'Cancels an upload and deletes its parts. A paper that has been stored stays.',
  params: uploadParams,
  fresh: 'takesAway',
})

/** An uploaded paper, and where it is used. */
export const uploadedPaper = z.object({
  document: boardDocument,
  /** The slots that it is mapped to, hidden ones too: the mapping's id, and the slot's name. */
  slots: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Whether members see it now. */
  seen: z.boolean(),
  revision: z.number(),
})
export type UploadedPaper = z.infer<typeof uploadedPaper>

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/uploads',
  callers: 'admins',
  summary: 'The uploaded papers, the newest first, and where each is used.',
  query: z.object({
    /** Words contained in the name, ignoring case. */
    q: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
    /** The number of papers to skip. */
    skip: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  }),
  reply: z.object({
    papers: z.array(uploadedPaper),
    /** The number of all papers with these words. */
    total: z.number(),
  }),
})

/** An uploaded paper that no slot shows, and the mapped paper that it resembles. */
export const proposedCorrection = z.object({
  /** Of the uploaded paper. */
  id: z.string(),
  /** Of the uploaded paper, for the answer. */
  revision: z.number(),
  of: z.object({
    id: z.string(),
    name: z.string(),
    /** Its slots, including hidden ones but not those of past quarters: the mapping's id and revision, and the slot's name. */
    slots: z.array(z.object({ id: z.string(), title: z.string(), revision: z.number() })),
    /** Whether members see it now. */
    seen: z.boolean(),
  }),
  /** What is alike. */
  by: z.enum(['name', 'words']),
  /**
   * `newVersion`: it can become the next version. `instead`: the slots can show it instead, because the mapped paper comes
   * from the drive or is another kind of file.
   */
  as: z.enum(['newVersion', 'instead']),
})
export type ProposedCorrection = z.infer<typeof proposedCorrection>

export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/uploads/corrections',
  callers: 'admins',
  summary:
    'The uploaded papers that no slot shows and that seem to be corrected versions of mapped papers, by their names or words.',
  reply: z.object({
    corrections: z.array(proposedCorrection),
    /** Whether all words were compared: others are still being read, so ask again. */
    isComplete: z.boolean(),
  }),
})

const correctionAnswer = z.object({
  /** `newVersion` keeps the mapped paper's slots, versions and notes. `another` ends the proposal for good. */
  answer: z.enum(['newVersion', 'another']),
  /** The id of the mapped paper. */
  of: z.string().check(z.minLength(1), z.maxLength(200)),
})
export type CorrectionAnswer = z.infer<typeof correctionAnswer>

export const answerCorrection = endpoint({
  method: 'POST',
  path: '/api/documents/{id}/correction',
  callers: 'admins',
  summary:
    'Makes an uploaded paper that no slot shows the next version of another uploaded paper, or keeps it as a paper of its own. Repeating it returns the same outcome.',
  params: documentParams,
  body: correctionAnswer,
  reply: uploadOutcome,
  revised: true,
  fresh: 'content',
})

export const renameUpload = endpoint({
  method: 'PATCH',
  path: '/api/documents/{id}',
  callers: 'admins',
  summary: 'Renames an uploaded paper. Its slots keep their display names.',
  params: documentParams,
  /** With the ending of its kind of file. */
  body: z.object({ name: uploadStart.shape.name }),
  reply: uploadedPaper,
  revised: true,
  fresh: 'content',
})

/** A paper that is mapped to slots needs `confirmed=true`; otherwise the answer is `confirmationRequired`. */
export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/documents/{id}',
  callers: 'admins',
  summary: 'Deletes an uploaded paper. Its slots show that it is missing. Repeating it succeeds.',
  params: documentParams,
  query: z.object({ confirmed: z.optional(z.enum(['true', 'false'])) }),
  revised: true,
  fresh: 'content',
})
