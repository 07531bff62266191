import { getPointer, type ReleasePointer, releasePointer } from '@portal/contract/pointers'
import * as z from 'zod/mini'
import { getRelease, type ReleaseRecord } from '@portal/contract/publishing'
import { isApiError } from '../client.ts'
import { CommandFailure } from './command.ts'
import { pointerLines } from './pointer-words.ts'
import type { PortalConnection } from './portal-connection.ts'

/** A remote's pointer; undefined if none of its releases has run yet. */
export async function pointerOf(
  { call }: PortalConnection,
  remote: string,
): Promise<ReleasePointer | undefined> {
  try {
    return await call(getPointer, { params: { remote } })
  } catch (error) {
    if (isApiError(error) && error.code === 'notFound') return undefined
    throw error
  }
}

/** Makes one move; if someone else has moved the pointer meanwhile, reports its current state instead. */
export async function moved(
  remote: string,
  move: () => Promise<ReleasePointer>,
): Promise<string[]> {
  try {
    return pointerLines(await move())
  } catch (error) {
    if (!isApiError(error) || error.code !== 'stale') throw error
    const current = z.safeParse(releasePointer, error.current)
    const currentState = current.success
      ? ['Its current state:', ...pointerLines(current.data)]
      : []
    throw new CommandFailure(
      `Somebody else changed ${remote} in the meantime, so nothing was changed.`,
      {
        lines: [...currentState, 'Check it, and run the command again if it is still needed.'],
        cause: error,
      },
    )
  }
}

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
