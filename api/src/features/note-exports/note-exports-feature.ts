import type { Serve } from '../../platform/http/serve.ts'
import { getNotesList, getPaperWithNotes } from '@portal/contract/note-exports'
import { contentDisposition } from '../../platform/http/content-response.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import { createPagePictures } from '../sync/sync-feature.ts'
import { createNoteExportsService, type NoteExportsParts } from './note-exports-service.ts'

/** Files of the caller's own notes. Neither cached nor recorded, because nobody else may learn that they exist. */
export type { ChangeToMark } from './paper-marks.ts'

export function createNoteExports(
  { settings, blobs, heavyWork, now }: AppParts,
  needs: Pick<NoteExportsParts, 'documents' | 'notes'>,
) {
  const { timeZone } = settings.foundation
  const pictures = createPagePictures(blobs, heavyWork)
  const files = createNoteExportsService({ ...needs, pictures, heavyWork, timeZone, now })
  return {
    routes(serve: Serve) {
      serve(getPaperWithNotes, async ({ person, params, query, signal, c }) => {
        if (c.req.method === 'GET') await c.env.slot?.sendDocument(person.uid, signal)
        return pdf(await files.paper(person, params.id, query.version, signal))
      })
      serve(getNotesList, async ({ person, query, signal }) =>
        pdf(await files.list(person, query.documentId, signal)),
      )
    },
  }
}

function pdf({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }): Response {
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': contentDisposition(name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
