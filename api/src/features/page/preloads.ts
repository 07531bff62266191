import type { ComposedRelease, Composition } from '@portal/contract/releases'
import { escapeText } from '../../platform/http/escape-text.ts'
import type { SharedFiles } from './shell-files.ts'

type Preload = { href: string; as: 'script' | 'style'; integrity: string }

/**
 * The files a path's remote needs first, as the shell requests them; for the dashboard, those of
 * its slots. With the shared modules that aren't in the shell's first script.
 */
export function preloadsFor(
  composition: Composition,
  path: string,
  sharedFiles: SharedFiles = {},
): Preload[] {
  const releases = neededAt(composition, path)
  const preloads = releases.flatMap(({ release, files, shared }) => [
    ...preloadsOf(release, files),
    ...shared.flatMap((name) => sharedFiles[name] ?? []).map(preloadOfShell),
  ])
  return [...new Map(preloads.map((preload) => [preload.href, preload])).values()]
}

/** The releases whose code a path's page runs first. */
export function neededFor(composition: Composition, path: string): ComposedRelease[] {
  return neededAt(composition, path).map(({ release }) => release)
}

function neededAt(composition: Composition, path: string): Needed[] {
  return path === '/' ? ofDashboard(composition) : ofScreen(composition, path)
}

type Needed = { release: ComposedRelease; files: string[]; shared: string[] }

function ofDashboard({ remotes }: Composition): Needed[] {
  return remotes.flatMap(({ releases }) => {
    const release = releases[0]!
    const files = release.preload['slot:dashboard']
    const shared = release.sharedFirst ?? Object.keys(release.shared)
    return files ? [{ release, files, shared }] : []
  })
}

function ofScreen({ remotes }: Composition, path: string): Needed[] {
  const releases = remotes.map((remote) => remote.releases[0]!)
  const release = longest(
    releases.flatMap((each) => each.routes.map((prefix) => ({ prefix, release: each }))),
    path,
  )?.release
  if (!release) return []
  const files = longest(
    Object.entries(release.preload).map(([prefix, names]) => ({ prefix, names })),
    path,
  )
  return [{ release, files: files?.names ?? [], shared: Object.keys(release.shared) }]
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

function preloadOfShell({ file, integrity }: SharedFiles[string][number]): Preload {
  return { href: `/${file}`, as: file.endsWith('.css') ? 'style' : 'script', integrity }
}

function longest<T extends { prefix: string }>(claims: T[], path: string): T | undefined {
  return claims
    .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
}
