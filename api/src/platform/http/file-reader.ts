import type { Context } from 'hono'
import type { FileReader } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { GateRunnerKey } from './server-key.ts'
import type { ReleaseTokenReader } from './release-token.ts'
import type { AppEnv } from './request-context.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * The caller who requests a file, by the gate runner’s key or a release token, or else by the bearer token or the
 * cookie. Undefined for a stranger, who must not learn what exists; refuses only while tokens can't be verified.
 */
export type FileReaderOf = (c: Context<AppEnv>) => Promise<FileReader | undefined>

export function createFileReader(
  signedIn: Pick<SignedIn, 'person'>,
  releaseToken: ReleaseTokenReader,
  gateRunnerKey: GateRunnerKey,
): FileReaderOf {
  return async (c) => {
    try {
      const holder = gateRunnerKey(c) ?? (await releaseToken(c))
      if (holder) return holder
      const isPage = c.req.header('authorization') === undefined
      return { person: await signedIn.person(c), isPage }
    } catch (error) {
      const isStranger =
        error instanceof Refusal && (error.code === 'unauthenticated' || error.code === 'forbidden')
      if (isStranger) return undefined
      throw error
    }
  }
}
