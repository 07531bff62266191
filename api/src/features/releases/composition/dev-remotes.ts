import { type ComposedRelease, releaseManifest } from '@portal/contract/releases'
import * as z from 'zod/mini'
import type { Log } from '../../../platform/log.ts'

type DevRemote = { name: string; url: string }

/**
 * The current releases of development servers, by remote; servers that don't respond are skipped.
 */
export function createDevRemotes(remotes: DevRemote[], log: Log) {
  const ask = async ({ name, url }: DevRemote): Promise<ComposedRelease | undefined> => {
    try {
      const response = await fetch(`${url}/release.json`, { signal: AbortSignal.timeout(2000) })
      if (!response.ok) throw new Error(`It returned ${response.status}.`)
      const manifest = z.parse(releaseManifest, await response.json())
      if (manifest.name !== name) throw new Error(`It serves the remote ${manifest.name}.`)
      return { ...manifest, base: `${url}/`, dev: true }
    } catch (cause) {
      log.warn(`The development server of ${name} doesn’t respond.`, { url, cause })
      return undefined
    }
  }
  return async (): Promise<ComposedRelease[]> => {
    const answers = await Promise.all(remotes.map(ask))
    return answers.filter((answer) => answer !== undefined)
  }
}
