import type { ComposedRelease } from '@portal/contract/releases'

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
