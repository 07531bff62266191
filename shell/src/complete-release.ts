import { type ComposedRelease, releaseManifest } from '@portal/contract/releases'
import { fetchUnlessSilent } from '@portal/shared-ui/silence'
import { codeSilenceLimit, fetchCode } from '@portal/shared-ui/load-code'
import * as z from 'zod/mini'
import { failedAt } from './failure-stage.ts'

const known = new Map<string, Promise<ComposedRelease>>()

/** Completes a release that a page lists in brief with the files from its record. */
export function completeRelease(listed: ComposedRelease): Promise<ComposedRelease> {
  if (!listed.brief) return Promise.resolve(listed)
  const address = `${listed.base}release.json`
  const pending = known.get(address)
  if (pending) return pending
  const reading = readRelease(listed, address)
  known.set(address, reading)
  reading.catch(() => known.delete(address))
  return reading
}

async function readRelease(
  { name, release, base, settingValues }: ComposedRelease,
  address: string,
): Promise<ComposedRelease> {
  // Renews the reader's access if necessary, and leaves the record in the browser's cache.
  await fetchCode(address)
  const response = await fetchUnlessSilent(address, {}, { silenceLimit: codeSilenceLimit })
  if (!response.ok) throw failedAt('download', `${address} answered ${response.status}`)
  const manifest = z.parse(releaseManifest, await response.json())
  if (manifest.name !== name || manifest.release !== release) {
    throw failedAt('check', `${address} is the record of ${manifest.name}@${manifest.release}`)
  }
  return { ...manifest, base, ...(settingValues && { settingValues }) }
}
