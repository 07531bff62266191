import { shellContentIn } from '@portal/api/testing-portal'
import { contractVersion } from '@portal/contract/releases'
import type { ShellContent } from '@portal/contract/shell-manifest'
import { CommandFailure } from './command.ts'
import { downloadedShells, portalShell } from './portal-shell.ts'
import { portalWorkspace } from './remote-folders.ts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The shell that a release is tried under. */
export type TrialShell = {
  folder: string
  content: ShellContent
  /** Whether it is the portal's own. */
  isPortals: boolean
  /** A description for people. */
  description: string
}

/**
 * The shell of the portal at this address. Without a portal, or if it doesn't describe its shell,
 * the one of this workspace or kit.
 */
export async function trialShell(url: string | undefined): Promise<TrialShell> {
  if (url === undefined) return shellHere('PORTAL_URL names no portal')
  const shell = await portalShell(url)
  if (!shell) return shellHere(`${url} doesn’t describe its own`)
  const { manifest } = shell
  const folder = await shell.download()
  const content = await shellContentIn(folder)
  if (content.build !== manifest.build) {
    throw new CommandFailure(`The page of ${url} isn’t that of its shell ${manifest.build}.`)
  }
  const contracts =
    manifest.contractVersion === contractVersion
      ? ''
      : `; its contract is ${manifest.contractVersion}, and that of the API in memory ${contractVersion}`
  const description = `${content.build}, the one that ${url} runs${contracts}`
  return { folder, content, isPortals: true, description }
}

/** The shells of these portals, of this workspace or kit, and those that were downloaded before; each build once. */
export async function trialShells(urls: readonly string[]): Promise<TrialShell[]> {
  const shells: TrialShell[] = []
  for (const url of urls) shells.push(await trialShell(url))
  shells.push(await shellHere())
  for (const { build, folder } of await downloadedShells()) {
    const content = await shellContentIn(folder).catch(() => undefined)
    // The build is a hash of its page, which names every file by its own hash.
    if (content?.build !== build) continue
    shells.push({ folder, content, isPortals: true, description: `${build}, downloaded before` })
  }
  const first = new Map<string, TrialShell>()
  for (const shell of shells) {
    if (!first.has(shell.content.build)) first.set(shell.content.build, shell)
  }
  return [...first.values()]
}

async function shellHere(why?: string): Promise<TrialShell> {
  const folder = await builtShell()
  const content = await shellContentIn(folder)
  const whose = portalWorkspace ? 'this workspace’s' : 'the installed kit’s'
  return {
    folder,
    content,
    isPortals: false,
    description: `${content.build}, ${whose}${why === undefined ? '' : `, because ${why}`}`,
  }
}

const shellFolder = portalWorkspace
  ? path.join(portalWorkspace, 'shell/dist')
  : path.resolve(import.meta.dirname, '../../shell')

/** The folder of this workspace's shell, brought up to date, or of the one that comes with the kit. */
async function builtShell(): Promise<string> {
  if (!portalWorkspace) return shellFolder
  // By its path: a published kit doesn't contain it.
  const script = pathToFileURL(path.join(portalWorkspace, 'scripts/build.ts')).href
  const { buildAll } = (await import(script)) as {
    buildAll: (options: { only: string[] }) => Promise<void>
  }
  await buildAll({ only: ['shell'] })
  return shellFolder
}
