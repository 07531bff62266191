import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { portalWorkspace } from './portal-workspace.ts'

/** The built shell that releases are tried in: this workspace's, or the one that comes with the kit. */
export const shellFolder = portalWorkspace
  ? path.join(portalWorkspace, 'shell/dist')
  : path.resolve(import.meta.dirname, '../../shell')

/** Brings this workspace's shell up to date; a kit from a registry contains a built one. */
export async function buildShell(): Promise<void> {
  if (!portalWorkspace) return
  // By its path: a published kit doesn't contain it.
  const script = pathToFileURL(path.join(portalWorkspace, 'scripts/build.ts')).href
  const { buildAll } = (await import(script)) as {
    buildAll: (options: { only: string[] }) => Promise<void>
  }
  await buildAll({ only: ['shell'] })
}
