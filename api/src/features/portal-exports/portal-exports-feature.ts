import type { Serve } from '../../platform/http/serve.ts'
import {
  checkExportFile,
  deleteExport,
  getExport,
  getExportFile,
  listExports,
  startExport,
} from '@portal/contract/portal-exports'
import type { AppParts } from '../../platform/app-parts.ts'
import type { DocumentContent } from '../../platform/files/document-content.ts'
import { contentResponse, isDownloadStart } from '../../platform/http/content-response.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import { readArchive } from './archive-layout.ts'
import { createPortalExportsService } from './portal-exports-service.ts'

export { exportsOf } from './stored-export.ts'
export { refuseUnfinishedImport } from './unfinished-import.ts'

export function createPortalExports(parts: AppParts, { accounts }: { accounts: Accounts }) {
  const { blobs, settings, accessLog } = parts
  const exports = createPortalExportsService({
    ...parts,
    accounts,
    foundation: settings.foundation,
  })
  return {
    ...exports,
    jobs: [exports.job],
    routes(serve: Serve) {
      serve(listExports, ({ person }) => exports.list(person))
      serve(startExport, ({ person }) => exports.start(person))
      serve(getExport, ({ person, params }) => exports.get(person, params.id))
      serve(checkExportFile, async ({ person, params }) => {
        const { name } = await exports.archive(person, params.id)
        return { name }
      })
      serve(getExportFile, async ({ person, params, signal, c }) => {
        const { name, layout, etag, madeAt } = await exports.archive(person, params.id)
        if (c.req.method === 'GET') await c.env.slot?.sendDocument(person.uid, signal)
        if (isDownloadStart(c.req.raw)) {
          accessLog.record({
            by: person,
            what: 'export downloaded',
            subject: params.id,
            after: { name },
          })
        }
        const content: DocumentContent = {
          key: params.id,
          size: layout.size,
          etag,
          lastModified: madeAt,
          type: 'application/zip',
          name,
          inline: false,
          original: '',
          sha256: undefined,
        }
        return contentResponse(
          content,
          async (_content, range) =>
            readArchive(blobs, layout, range ?? { start: 0, end: layout.size - 1 }),
          c.req.raw,
          c.get('request').requestId,
        )
      })
      serve(deleteExport, async ({ person, params }) => {
        await exports.delete(person, params.id)
        return undefined
      })
    },
  }
}
