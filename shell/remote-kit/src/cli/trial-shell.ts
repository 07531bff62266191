import { shellContentIn } from '@portal/api/testing-portal'
import { contractVersion } from '@portal/contract/releases'
import type { ShellContent } from '@portal/contract/shell-manifest'
import { builtShell } from './built-shell.ts'
import { CommandFailure } from './command.ts'
import { portalShell } from './portal-shell.ts'
import { portalWorkspace } from './portal-workspace.ts'

/** The shell that a release is tried under. */
export type TrialShell = {
  folder: string
  content: ShellContent
  /** For people: which one it is. */
  said: string
}

/** The shell of the portal at this address; without one, or if it doesn't describe its shell, the one here. */
export async function trialShell(url: string | undefined): Promise<TrialShell> {
  if (url === undefined) return shellHere('no portal is named')
  const found = await portalShell(url)
  if (!found) return shellHere(`${url} doesn’t describe its own`)
  const { manifest } = found
  const folder = await found.download()
  const content = await shellContentIn(folder)
  if (content.build !== manifest.build) {
    throw new CommandFailure(`The page of ${url} isn’t that of its shell ${manifest.build}.`)
  }
  const contract =
    manifest.contractVersion === contractVersion
      ? ''
      : ` with contract ${contractVersion}; the portal has ${manifest.contractVersion}`
  return {
    folder,
    content,
    said: `${content.build}, which ${url} runs, over the API here${contract}`,
  }
}

async function shellHere(why: string): Promise<TrialShell> {
  const folder = await builtShell()
  const content = await shellContentIn(folder)
  const whose = portalWorkspace ? 'this workspace’s' : 'the installed kit’s'
  return { folder, content, said: `${content.build}, ${whose}, not a portal’s own: ${why}` }
}
