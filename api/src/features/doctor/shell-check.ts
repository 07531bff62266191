import type { Settings } from '../../platform/env/env.ts'
import { type Check, CheckFailure } from './finding.ts'
import { shellIdentity } from './shell-identity.ts'

type Options = {
  settings: Pick<Settings, 'shellFolder' | 'identity'>
  open: () => Promise<{
    page: () => Promise<string>
    provided?: Record<string, string> | undefined
  }>
}

/** Checks that there is a shell, and that it was built for the configured sign-in. */
export function shellCheck({ settings, open }: Options): Check {
  const { shellFolder, identity } = settings
  return {
    part: 'shell',
    async run() {
      const shell = await open()
      const builtFor = shellIdentity(await shell.page())
      if (builtFor !== identity.kind) {
        throw new CheckFailure(
          `The shell in ${shellFolder} was built for IDENTITY=${builtFor ?? 'unknown'}. Build it with node scripts/build.ts --shell-identity=${identity.kind}, and set SHELL_FOLDER.`,
        )
      }
      const count = Object.keys(shell.provided ?? {}).length
      return `built for IDENTITY=${identity.kind}, with ${count} modules for remotes`
    },
  }
}
