import { shellBuild } from '@portal/api/testing-portal'
import { isApiError } from '@portal/contract/client'
import { noteCheck } from '@portal/contract/publishing'
import { shellFolder } from './built-shell.ts'
import type { PortalConnection } from './portal-connection.ts'

/** Reports to the portal that a release has passed every check under this workspace's shell. */
export async function reportPassed(
  portal: PortalConnection,
  remote: string,
  release: string,
): Promise<void> {
  const shell = await shellBuild(shellFolder)
  try {
    await portal.call(noteCheck, { params: { remote, release }, body: { shell } })
  } catch (error) {
    // A portal with an earlier contract doesn't have this endpoint.
    if (!isApiError(error) || error.code !== 'notFound') throw error
  }
}
