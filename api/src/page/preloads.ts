import type { ComposedRelease, Composition } from '@portal/contract/releases'
import { escapeText } from './escape-text.ts'

type Preload = { href: string; as: 'script' | 'style'; integrity: string }

/** The files a path's remote needs first, as the shell requests them; for the dashboard, those of its slots. */
export function preloadsFor(composition: Composition, path: string): Preload[] {
  const releases = composition.remotes.map((remote) => remote.releases[0]!)
  if (path === '/') {
    return releases.flatMap((release) => {
      const files = release.preload['slot:dashboard']
      return files ? preloadsOf(release, files) : []
    })
  }
  const owner = longest(
    releases.flatMap((release) => release.routes.map((prefix) => ({ prefix, release }))),
    path,
  )?.release
  if (!owner) return []
  const files = longest(
    Object.entries(owner.preload).map(([prefix, names]) => ({ prefix, names })),
    path,
  )
  return preloadsOf(owner, files?.names ?? [])
}

export function preloadLinks(preloads: Preload[]): string {
  return preloads
    .map(
      ({ href, as, integrity }) =>
        `<link rel="preload" as="${as}" crossorigin="anonymous" integrity="${escapeText(integrity)}" href="${escapeText(href)}">`,
    )
    .join('')
}

function preloadsOf(release: ComposedRelease, names: string[]): Preload[] {
  return [...new Set([release.entry, ...names])].flatMap((name) => {
    const listed = release.files.find(({ file }) => file === name)
    const as = name.endsWith('.css') ? 'style' : /\.m?js$/.test(name) ? 'script' : undefined
    return listed && as ? [{ href: `${release.base}${name}`, as, integrity: listed.integrity }] : []
  })
}

function longest<T extends { prefix: string }>(claims: T[], path: string): T | undefined {
  return claims
    .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
}
