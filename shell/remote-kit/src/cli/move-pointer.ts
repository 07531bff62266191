import { isApiError } from '@portal/contract/client'
import { getPointer, type ReleasePointer, releasePointer } from '@portal/contract/pointers'
import * as z from 'zod/mini'
import { CommandFailure } from './command.ts'
import { pointerLines } from './pointer-words.ts'
import type { PortalConnection } from './portal-connection.ts'

/** A remote's pointer; undefined where none of its releases has run yet. */
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

/** Runs one move; where somebody was faster, tells how the pointer stands now instead of moving it. */
export async function moved(remote: string, move: () => Promise<ReleasePointer>): Promise<string> {
  try {
    return pointerLines(await move()).join('\n')
  } catch (error) {
    if (!isApiError(error) || error.code !== 'stale') throw error
    const current = z.safeParse(releasePointer, error.current)
    const stands = current.success ? ['It stands as', ...pointerLines(current.data)] : []
    throw new CommandFailure(
      [
        `Somebody moved ${remote} in the meantime, so nothing was changed.`,
        ...stands,
        'Look at it, and ask again if it is still to be.',
      ].join('\n'),
      { cause: error },
    )
  }
}
