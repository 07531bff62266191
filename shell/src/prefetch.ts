import type { Composition } from '@portal/contract/releases'
import { filesFor, firstRelease, slotParts, takerOf } from './composition.ts'
import type { LoadedRemote, RemoteLoader } from './load-remote.ts'
import { warmFiles } from './release-files.ts'

/** Loads what a path needs; its files come side by side instead of one after another. */
export async function prepare(
  path: string,
  composition: Composition,
  loader: RemoteLoader,
): Promise<LoadedRemote | undefined> {
  if (path === '/') {
    await prepareDashboard(composition, loader)
    return undefined
  }
  const owner = takerOf(composition, path)
  if (!owner) return undefined
  const release = firstRelease(composition, owner)
  if (release) warmFiles(release, filesFor(release, path))
  return loader.load(owner)
}

async function prepareDashboard(composition: Composition, loader: RemoteLoader): Promise<void> {
  const names = new Set(slotParts(composition, 'dashboard').map(({ remote }) => remote))
  for (const name of names) {
    const release = firstRelease(composition, name)
    if (release) warmFiles(release, release.preload['slot:dashboard'] ?? [])
  }
  await Promise.allSettled([...names].map((name) => loader.load(name)))
}

/** Pointing at, touching or focusing a link already fetches the remote behind it. Returns what stops it. */
export function prefetchOnIntent(composition: Composition, loader: RemoteLoader): () => void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
    // Whoever follows the link is told when it fails.
    prepare(link.pathname, composition, loader).catch(() => {})
  }
  const events = ['pointerover', 'touchstart', 'focusin'] as const
  for (const event of events) document.addEventListener(event, onIntent, { passive: true })
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent)
  }
}
