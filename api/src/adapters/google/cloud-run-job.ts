import { Refusal } from '../../refusal.ts'
import { type GoogleAccess, googleAuth } from './google-auth.ts'
import { failureOf } from './google-refusal.ts'

type Options = {
  /** `projects/<project>/locations/<region>/jobs/<name>` */
  job: string
  credentials?: GoogleAccess['credentials'] | undefined
  /** For tests: the origin of a Google stand-in. */
  rootUrl?: string
  tokenUrl?: string
}

/** In ms. */
const timeout = 10_000

export const cloudRunScopes = ['https://www.googleapis.com/auth/cloud-platform']

/**
 * Starts one execution of a Cloud Run job, and doesn't wait for its end.
 * https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.jobs/run
 */
export function cloudRunJob({
  job,
  credentials,
  rootUrl = 'https://run.googleapis.com',
  tokenUrl,
}: Options): (signal?: AbortSignal) => Promise<void> {
  const auth = googleAuth({
    scopes: cloudRunScopes,
    ...(credentials === undefined ? {} : { credentials }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  })
  return async (signal) => {
    const limit = AbortSignal.timeout(timeout)
    try {
      // Not retried: a second call would start a second execution. The next minute tries again.
      await auth.request({
        url: `${rootUrl}/v2/${job}:run`,
        method: 'POST',
        data: {},
        retry: false,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
    } catch (cause) {
      signal?.throwIfAborted()
      throw new Refusal('unavailable', messageOf(failureOf(cause).status), { cause })
    }
  }
}

function messageOf(status: number | undefined): string {
  if (status === 403) {
    return 'The portal’s account may not start the gate runner: it needs the role Cloud Run Invoker on the job.'
  }
  if (status === 404) return 'The gate runner’s job doesn’t exist. Check GATE_RUNNER_JOB.'
  return 'The gate runner’s job can’t be started: Cloud Run can’t be reached.'
}
