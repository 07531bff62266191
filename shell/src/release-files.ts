import type { ComposedRelease } from '@portal/contract/releases'

/** In ms; a file that takes longer is left to whoever needs it. */
const refreshTimeout = 3000

/** Asks for files side by side that would otherwise be found out about one after another. */
export function preloadFiles(release: ComposedRelease, files: string[]): void {
  for (const name of files) {
    const listed = release.files.find(({ file }) => file === name)
    const href = `${release.base}${name}`
    if (!listed || document.head.querySelector(`link[href="${CSS.escape(href)}"]`)) continue
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = name.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = 'anonymous'
    link.integrity = listed.integrity
    link.href = href
    document.head.append(link)
  }
}

/**
 * Fetches a release's files anew, past every cache: whole files may have come to this browser broken, and
 * would be taken from its cache for a year. What fails here fails again, and is shown, where it is needed.
 */
export async function refreshFiles(release: ComposedRelease): Promise<void> {
  for (const link of document.head.querySelectorAll(`link[href^="${CSS.escape(release.base)}"]`)) {
    link.remove()
  }
  const signal = AbortSignal.timeout(refreshTimeout)
  await Promise.allSettled(
    release.files.map(async ({ file, integrity }) => {
      const response = await fetch(`${release.base}${file}`, { cache: 'reload', integrity, signal })
      await response.arrayBuffer()
    }),
  )
}
