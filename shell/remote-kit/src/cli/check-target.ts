import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { getPolicy } from '@portal/contract/pointers'
import type { ReleaseClaims } from '@portal/domain/release-collisions'
import type { PortalVersions } from '@portal/domain/release-compatibility'
import { listOfferedReleases, type OfferedRelease } from '@portal/contract/offered-releases'
import { contractVersion, type ReleaseManifest } from '@portal/contract/releases'
import type { RemotePolicy } from '@portal/domain/remote-policy'
import { declarationOf, type Remote } from '../remote.ts'
import { remotes } from '../../../../scripts/remotes.ts'
import type { PortalConnection } from './portal-connection.ts'
import { portalWorkspace } from './remote-folders.ts'
import { type TrialShell, trialShell } from './trial-shell.ts'

/** What a portal provides for a release, and the remotes that run there. */
export type Ground = PortalVersions & {
  /** For messages: `https://portal.example.org`, `this workspace`. */
  where: string
  live: (ReleaseClaims & Partial<Pick<ReleaseManifest, 'shared' | 'brings'>>)[]
}

export type CheckTarget = Ground & {
  /** What the portal's admins allow the remote; absent without a portal. */
  policy?: RemotePolicy
  /** The shell that the screens are opened in. */
  shell: TrialShell
}

/** The target for a portal: what it provides, what currently runs there, and what it allows this remote. */
export async function portalTarget(portal: PortalConnection, remote: string): Promise<CheckTarget> {
  const { releases, ...ground } = await portal.call(listOfferedReleases)
  const policy = await portal.call(getPolicy, { params: { remote } })
  const shell = await trialShell(portal.url)
  const exportedNames = shell.isPortals ? shell.content.exportedNames : undefined
  const live = releases.filter(isLive)
  return { ...ground, exportedNames, policy, shell, where: portal.url, live }
}

/** The target without a portal: this workspace's shell, API and remotes, or the shell that the kit includes. */
export async function workspaceWithRemotes(): Promise<CheckTarget> {
  const live = await Promise.all(
    remotes().map(async ({ name, dir }): Promise<ReleaseClaims> => {
      const file = pathToFileURL(path.join(dir, 'src/remote.ts')).href
      const { default: remote } = (await import(file)) as { default: Remote }
      return { ...declarationOf(remote), release: 'this workspace', global: `${name} here` }
    }),
  )
  const where = portalWorkspace ? 'this workspace' : 'the installed kit'
  const shell = await trialShell(undefined)
  return { ...workspaceTarget(shell), shell, where, live }
}

/** What this workspace's shell and API provide for a release. */
export function workspaceTarget({ content }: TrialShell): PortalVersions {
  const { provided, exportedNames, support } = content
  return { contractVersion, provided, exportedNames, support }
}

function isLive({ places }: OfferedRelease): boolean {
  return places.includes('stable') || places.includes('candidate')
}
