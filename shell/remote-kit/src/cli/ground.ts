import { pathToFileURL } from 'node:url'
import path from 'node:path'
import type { Claims } from '@portal/contract/collisions'
import type { Ground } from '@portal/contract/misfits'
import { listOfferedReleases, type OfferedRelease } from '@portal/contract/offered-releases'
import { contractVersion } from '@portal/contract/releases'
import { providedVersion, sharedModules } from '../build/shared-modules.ts'
import { declarationOf, type Remote } from '../remote.ts'
import { remotes } from '../../../../scripts/remotes.ts'
import type { PortalConnection } from './portal-connection.ts'

/** What a release is held against: what a portal has for it, and whom it would stand beside. */
export type HeldAgainst = Ground & {
  /** As it is told: `https://portal.example.org`, `this workspace`. */
  where: string
  live: Claims[]
}

/** What runs there at this moment. */
export async function groundOf(portal: PortalConnection): Promise<HeldAgainst> {
  const { releases, ...ground } = await portal.call(listOfferedReleases)
  return { ...ground, where: portal.url, live: releases.filter(isLive) }
}

/** Without a portal: the shell, the API and the remotes of this workspace, as they would stand together. */
export async function groundHere(): Promise<HeldAgainst> {
  const live = await Promise.all(
    remotes().map(async ({ name, dir }): Promise<Claims> => {
      const file = pathToFileURL(path.join(dir, 'src/remote.ts')).href
      const { default: remote } = (await import(file)) as { default: Remote }
      return { ...declarationOf(remote), release: 'this workspace', global: `${name} here` }
    }),
  )
  return { ...groundOfWorkspace(), where: 'this workspace', live }
}

/** What this workspace's shell and API have for a release. */
export function groundOfWorkspace(): Ground {
  const provided = Object.fromEntries(sharedModules.map((name) => [name, providedVersion(name)]))
  return { contractVersion, provided }
}

function isLive({ places }: OfferedRelease): boolean {
  return places.includes('stable') || places.includes('candidate')
}
