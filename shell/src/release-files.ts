import type { ComposedRelease } from '@portal/contract/releases'
import { fetchUnlessSilent } from '@portal/shared-ui/silence'
import { fetchCode, isInPage } from '@portal/shared-ui/load-code'

/** In ms; a file that is silent for longer is left to the code that needs it. */
const refreshSilence = 3000

/**
 * Loads files into the browser's cache in parallel that would otherwise be discovered one after
 * another. Not with preload links: the browser would return a failed one for the first request of
 * its file.
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
 * Fetches a release's files again with `cache: 'reload'`: this browser may have cached damaged ones for a year. A
 * failure is ignored: it is shown where the file is needed.
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
