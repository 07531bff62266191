import { listOfferedReleases } from '@portal/contract/offered-releases'
import type { Person } from '@portal/contract/portal'
import {
  getRelease,
  listReleases,
  noteCheck,
  publishRelease,
  readReleaseFile,
  releaseLimits,
  uploadReleaseFile,
} from '@portal/contract/publishing'
import type { ReleaseTokenHolder } from '../../../access.ts'
import { streamedBody } from '../../../platform/http/body.ts'
import { rateLimit } from '../../../platform/http/limits.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { OfferedService } from './offered-service.ts'
import type { PublishingService } from './publishing-service.ts'

/** Enough for several releases of the largest size. */
const mostUploads = { most: 600, perSeconds: 60 }

/** Called by a remote's pipeline with the token of its remote; also open to admins. */
export function publishingRoutes(
  serve: Serve,
  { publishing, offered }: { publishing: PublishingService; offered: OfferedService },
  { now }: { now: () => Date },
): void {
  const limit = rateLimit({ ...mostUploads, now })
  serve(uploadReleaseFile, ({ person, params, c }) => {
    limit(idOf(person))
    return publishing.upload(person, { ...params, bytes: streamedBody(c, releaseLimits.file) })
  })
  serve(readReleaseFile, async ({ person, params, c }) => {
    limit(idOf(person))
    const { size, read } = await publishing.file(person, params)
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'cache-control': 'no-store',
    }
    return new Response(c.req.method === 'HEAD' ? null : await read(), { headers })
  })
  serve(listOfferedReleases, ({ person }) => offered.list(person))
  serve(publishRelease, ({ person, params, body }) =>
    publishing.publish(person, params.remote, body),
  )
  serve(listReleases, ({ person, params }) => publishing.list(person, params.remote))
  serve(getRelease, ({ person, params }) => publishing.get(person, params.remote, params.release))
  serve(noteCheck, ({ person, params, body }) =>
    publishing.noteCheck(person, params.remote, params.release, body.shell),
  )
}

function idOf(caller: Person | ReleaseTokenHolder): string {
  return 'releaseToken' in caller ? caller.releaseToken.id : caller.uid
}
