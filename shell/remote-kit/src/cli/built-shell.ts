import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { portalWorkspace } from './portal-workspace.ts'

const shellFolder = portalWorkspace
  ? path.join(portalWorkspace, 'shell/dist')
  : path.resolve(import.meta.dirname, '../../shell')

/** The folder of this workspace's shell, brought up to date, or of the one that comes with the kit. */
export async function builtShell(): Promise<string> {
  if (!portalWorkspace) return shellFolder
  // By its path: a published kit doesn't contain it.
  const script = pathToFileURL(path.join(portalWorkspace, 'scripts/build.ts')).href
  const { buildAll } = (await import(script)) as {
    buildAll: (options: { only: string[] }) => Promise<void>
  }
  await buildAll({ only: ['shell'] })
  return shellFolder
}
