import path from 'node:path'
import { shellBuild } from '@portal/api/testing-portal'
import { noteCheck } from '@portal/contract/publishing'
import { workspace } from '../build/shared-modules.ts'
import type { PortalConnection } from './portal-connection.ts'

/** Tells the portal that a release has passed every check, under this workspace's shell. */
export async function tellPassed(
  portal: PortalConnection,
  remote: string,
  release: string,
): Promise<void> {
  const shell = await shellBuild(path.join(workspace, 'shell/dist'))
  await portal.call(noteCheck, { params: { remote, release }, body: { shell } })
}
