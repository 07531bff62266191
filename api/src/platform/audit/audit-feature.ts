import type { Serve } from '../../platform/http/serve.ts'
import { Readable } from 'node:stream'
import { downloadAudit, listAudit } from '@portal/contract/audit'
import { create as contentDisposition } from 'content-disposition'
import type { AppParts } from '../app-parts.ts'
import { withOffset } from '@portal/domain/zone-time'
import { createAuditService } from './audit-service.ts'
import { createAuditWatch } from './audit-watch.ts'

export { storedAnchor } from './stored-anchor.ts'

/** The audit as admins read it, and the watch over its chains. */
export function createAudit(
  parts: AppParts,
  needs: Pick<
    Parameters<typeof createAuditService>[0],
    'names' | 'documents' | 'meetingName' | 'maskOf'
  >,
) {
  const { store, settings, accessLog, now } = parts
  const watch = createAuditWatch(parts)
  const { timeZone } = settings.foundation
  const audit = createAuditService({ ...needs, store, timeZone })
  return {
    watch,
    jobs: [watch],
    stop: accessLog.flush,
    routes(serve: Serve) {
      serve(listAudit, async ({ person, query }) => {
        const reply = await audit.list(person, query)
        accessLog.recordHourly({ by: person, what: 'audit opened', subject: 'audit' })
        return reply
      })
      serve(downloadAudit, ({ person, query, c }) => {
        const lines = audit.csv(person, query)
        if (c.req.method === 'GET') {
          accessLog.recordHourly({ by: person, what: 'audit downloaded', subject: 'audit' })
        }
        const day = withOffset(now(), timeZone).slice(0, 10)
        const bytes = Readable.toWeb(Readable.from(encoded(lines))) as ReadableStream<Uint8Array>
        return new Response(bytes, {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': contentDisposition(
              `${query.show === 'access' ? 'sign-ins' : 'audit'}-${day}.csv`,
            ),
            'cache-control': 'no-store',
          },
        })
      })
    },
  }
}

async function* encoded(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line)
}
