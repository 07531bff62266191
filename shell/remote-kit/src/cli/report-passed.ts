import { isApiError } from '../client.ts'
import { noteCheck } from '@portal/contract/publishing'
import type { PortalConnection } from './portal-connection.ts'

type Passed = {
  remote: string
  release: string
  /** The build of the shell that it was tried under. */
  shell: string
}

/** Reports to the portal that a release has passed every check. */
export async function reportPassed(
  portal: PortalConnection,
  { remote, release, shell }: Passed,
): Promise<void> {
  try {
    await portal.call(noteCheck, { params: { remote, release }, body: { shell } })
  } catch (error) {
    // A portal with an earlier contract doesn't have this endpoint.
    if (!isApiError(error) || error.code !== 'notFound') throw error
  }
}
