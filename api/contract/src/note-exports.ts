import * as z from 'zod/mini'
import { documentParams, versionNumber } from './documents.ts'
import { endpoint } from './endpoint.ts'

export const getPaperWithNotes = endpoint({
  method: 'GET',
  path: '/api/documents/{id}/notes/paper',
  callers: 'members',
  personal: 'records',
  summary:
    'A copy of a paper with the caller’s own notes as PDF annotations, by default of the version that the portal shows. 404 if they have none on it; 409 if nothing can be written into it: then there is the list.',
  params: documentParams,
  bytes: { type: 'application/pdf' },
  query: z.object({ version: z.optional(versionNumber) }),
})

export const getNotesList = endpoint({
  method: 'GET',
  path: '/api/notes/list',
  callers: 'members',
  personal: 'records',
  summary:
    'A PDF with all of the caller’s own notes, by quarter and paper, or with those on one paper.',
  bytes: { type: 'application/pdf' },
  query: z.object({ documentId: z.optional(documentParams.shape.id) }),
})
