import type { Person } from '@portal/contract/portal'
import {
  getRelease,
  listReleases,
  publishRelease,
  releaseLimits,
  uploadReleaseFile,
} from '@portal/contract/publishing'
import type { ReleaseTokenHolder } from '../access.ts'
import { streamedBody } from '../http/body.ts'
import { rateLimit } from '../http/limits.ts'
import type { Serve } from '../http/serve.ts'
import type { PublishingService } from './publishing-service.ts'

/** Enough for several releases of the largest kind. */
const mostUploads = { most: 600, perSeconds: 60 }

/** What a remote's pipeline calls, with the token of its remote; admins may as well. */
export function publishingRoutes(
  serve: Serve,
  publishing: PublishingService,
  { now }: { now: () => Date },
): void {
  const limit = rateLimit({ ...mostUploads, now })
  serve.withReleaseToken(uploadReleaseFile, ({ person, params, c }) => {
    limit(idOf(person))
    return publishing.upload(person, { ...params, bytes: streamedBody(c, releaseLimits.file) })
  })
  serve.withReleaseToken(
    publishRelease,
    ({ person, params, body }) => publishing.publish(person, params.remote, body),
    { bodyLimit: 256 * 1024 },
  )
  serve.withReleaseToken(listReleases, ({ person, params }) =>
    publishing.list(person, params.remote),
  )
  serve.withReleaseToken(getRelease, ({ person, params }) =>
    publishing.get(person, params.remote, params.release),
  )
}

function idOf(caller: Person | ReleaseTokenHolder): string {
  return 'releaseToken' in caller ? caller.releaseToken.id : caller.uid
}
