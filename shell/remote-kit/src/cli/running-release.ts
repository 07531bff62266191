import { getRelease, type ReleaseRecord } from '@portal/contract/publishing'
import { pointerOf } from './move-pointer.ts'
import type { PortalConnection } from './portal-connection.ts'

/** The record of a remote's stable release; undefined if none runs yet. */
export async function stableRecord(
  portal: PortalConnection,
  remote: string,
): Promise<ReleaseRecord | undefined> {
  const release = (await pointerOf(portal, remote))?.stable
  return release === undefined
    ? undefined
    : portal.call(getRelease, { params: { remote, release } })
}
