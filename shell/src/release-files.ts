import type { ComposedRelease } from '@portal/contract/releases'

/** In ms; a file that takes longer is left to whoever needs it. */
const refreshTimeout = 3000

/** Addresses that were asked for already: to begin with, those that the page itself preloads. */
const asked = new Set<string | null>(
  [...document.querySelectorAll('link[rel=preload]')].map((link) => link.getAttribute('href')),
)

/**
 * Brings files into the browser's cache side by side that would otherwise be found out about one after
 * another. Not by preload links: one that failed would answer the first request for its file, unasked.
 */
export function warmFiles(release: ComposedRelease, files: string[]): void {
  if (release.dev) return
  for (const name of files) {
    const listed = release.files.find(({ file }) => file === name)
    const url = `${release.base}${name}`
    if (!listed || asked.has(url)) continue
    asked.add(url)
    read(url, { integrity: listed.integrity }).catch(() => asked.delete(url))
  }
}

/**
 * Fetches a release's files anew, past every cache: whole files may have come to this browser broken, and
 * would be taken from its cache for a year. What fails here fails again, and is shown, where it is needed.
 */
export async function refreshFiles(release: ComposedRelease): Promise<void> {
  if (release.dev) return
  const signal = AbortSignal.timeout(refreshTimeout)
  await Promise.allSettled(
    release.files.map(({ file, integrity }) =>
      read(`${release.base}${file}`, { cache: 'reload', integrity, signal }),
    ),
  )
}

async function read(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
}
