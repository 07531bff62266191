import type { ComposedRelease } from '@portal/contract/releases'
import { fetchUnlessSilent } from '@portal/contract/silence'
import { fetchCode, isInPage } from '@portal/shared-ui/load-code'

/** In ms; a file that is silent for longer is left to whoever needs it. */
const refreshSilence = 3000

/**
 * Brings files into the browser's cache side by side that would otherwise be found out about one after
 * another. Not by preload links: one that failed would answer the first request for its file, unasked.
 */
export function warmFiles(release: ComposedRelease, files: string[]): void {
  if (release.dev) return
  for (const name of files) {
    const url = `${release.base}${name}`
    if (!release.files.some(({ file }) => file === name) || isInPage(url)) continue
    fetchCode(url).catch(() => {})
  }
}

/**
 * Fetches a release's files anew, past every cache: whole files may have come to this browser broken, and
 * would be taken from its cache for a year. What fails here fails again, and is shown, where it is needed.
 */
export async function refreshFiles(release: ComposedRelease): Promise<void> {
  if (release.dev) return
  await Promise.allSettled(release.files.map(({ file }) => refresh(`${release.base}${file}`)))
}

async function refresh(url: string): Promise<void> {
  const options = { silenceLimit: refreshSilence }
  const response = await fetchUnlessSilent(url, { cache: 'reload' }, options)
  await response.arrayBuffer()
}
