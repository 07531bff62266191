import { pathToFileURL } from 'node:url'
import path from 'node:path'
import type { ReleaseClaims } from '@portal/contract/collisions'
import type { PortalVersions } from '@portal/contract/release-compatibility'
import { listOfferedReleases, type OfferedRelease } from '@portal/contract/offered-releases'
import { contractVersion } from '@portal/contract/releases'
import { providedVersion, sharedModules } from '../build/shared-modules.ts'
import { declarationOf, type Remote } from '../remote.ts'
import { remotes } from '../../../../scripts/remotes.ts'
import type { PortalConnection } from './portal-connection.ts'
import { portalWorkspace } from './portal-workspace.ts'
import { type TrialShell, trialShell } from './trial-shell.ts'

/**
 * The target of a release's checks: what a portal provides, and the remotes that run there.
 */
export type CheckTarget = PortalVersions & {
  /** What the screens are opened under. */
  shell: TrialShell
  /** For messages: `https://portal.example.org`, `this workspace`. */
  where: string
  live: ReleaseClaims[]
}

/** What currently runs there. */
export async function portalTarget(portal: PortalConnection): Promise<CheckTarget> {
  const { releases, ...ground } = await portal.call(listOfferedReleases)
  const shell = await trialShell(portal.url)
  return { ...ground, shell, where: portal.url, live: releases.filter(isLive) }
}

/** Without a portal: the shell, the API and the remotes of this workspace, together; or what the kit brings. */
export async function workspaceWithRemotes(): Promise<CheckTarget> {
  const live = await Promise.all(
    remotes().map(async ({ name, dir }): Promise<ReleaseClaims> => {
      const file = pathToFileURL(path.join(dir, 'src/remote.ts')).href
      const { default: remote } = (await import(file)) as { default: Remote }
      return { ...declarationOf(remote), release: 'this workspace', global: `${name} here` }
    }),
  )
  const where = portalWorkspace ? 'this workspace' : 'the installed kit'
  return { ...workspaceTarget(), shell: await trialShell(undefined), where, live }
}

/** What this workspace's shell and API provide for a release. */
export function workspaceTarget(): PortalVersions {
  const provided = Object.fromEntries(sharedModules.map((name) => [name, providedVersion(name)]))
  return { contractVersion, provided }
}

function isLive({ places }: OfferedRelease): boolean {
  return places.includes('stable') || places.includes('candidate')
}
