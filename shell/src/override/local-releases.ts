import type { OverriddenRemote } from '@portal/contract/overrides'
import { type ComposedRelease, type Composition, releaseManifest } from '@portal/contract/releases'
import { fetchUnlessSilent } from '@portal/contract/silence'
import * as z from 'zod/mini'

/** In ms. */
const silenceLimit = 3000

type LocalReleases = {
  releases: ComposedRelease[]
  /** A sentence for each server that didn't have its remote. */
  failures: string[]
}

/**
 * The releases of servers on this machine. Only this browser can reach them: the portal may be
 * anywhere.
 */
export async function localReleases(remotes: OverriddenRemote[]): Promise<LocalReleases> {
  const releases: ComposedRelease[] = []
  const failures: string[] = []
  await Promise.all(
    remotes.map(async ({ name, address }) => {
      if (address === undefined) return
      try {
        releases.push(await releaseAt(name, address))
      } catch (error) {
        console.error(error)
        failures.push(
          `${address} doesn’t have ${name}, so it runs as usual. Is “portal dev ${name}” running?`,
        )
      }
    }),
  )
  return { releases, failures }
}

/**
 * The composition with these releases replacing their remotes or added to the others, without
 * fallbacks.
 */
export function withReleases(composition: Composition, releases: ComposedRelease[]): Composition {
  if (releases.length === 0) return composition
  const names = new Set(releases.map(({ name }) => name))
  const origins = releases.map(({ name, base }) => `${name}@${base}`).join(', ')
  return {
    id: `${composition.id} with ${origins}`,
    remotes: [
      ...composition.remotes.filter(({ name }) => !names.has(name)),
      ...releases.map((release) => ({ name: release.name, releases: [release] })),
    ],
  }
}

async function releaseAt(name: string, address: string): Promise<ComposedRelease> {
  const url = `${address}/release.json`
  const response = await fetchUnlessSilent(url, { cache: 'no-store' }, { silenceLimit })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const manifest = z.parse(releaseManifest, await response.json())
  if (manifest.name !== name) throw new Error(`${address} serves the remote ${manifest.name}`)
  return { ...manifest, base: `${address}/`, dev: true }
}
