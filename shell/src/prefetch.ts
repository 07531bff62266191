import { slotParts } from '@portal/domain/menu'
import type { ComposedRelease, Composition } from '@portal/contract/releases'
import type { ReadAheadHost } from '@portal/remote-kit/remote'
import { matchRoutes } from 'react-router-dom'
import { filesFor, firstRelease, remoteForPath } from './composition.ts'
import { noteEvaluated } from './frame-integrity.ts'
import type { LoadedRemote, RemoteLoader } from './load-remote.ts'
import { warmFiles } from './release-files.ts'
import { completeRelease } from './complete-release.ts'

/** Loads what a path needs, with its files in parallel instead of one after another. */
export async function prepare(
  path: string,
  composition: Composition,
  loader: RemoteLoader,
): Promise<LoadedRemote | undefined> {
  const owner = remoteForPath(composition, path)
  if (!owner) return undefined
  const release = firstRelease(composition, owner)
  if (release) warm(release, (whole) => filesFor(whole, path))
  // With the other shared components that screens use; the screen reports a failure.
  import('@portal/shared-ui/mapping-content').catch(() => undefined)
  return loader.load(owner)
}

/** Fetches files of a release in parallel. A failure is ignored: it is shown where the file is needed. */
function warm(release: ComposedRelease, files: (whole: ComposedRelease) => string[]): void {
  if (!release.brief) return warmFiles(release, files(release))
  completeRelease(release).then(
    (whole) => warmFiles(whole, files(whole)),
    () => {},
  )
}

function prepareDashboard(composition: Composition, loader: RemoteLoader): Promise<LoadedRemote>[] {
  const names = new Set(slotParts(composition, 'dashboard').map(({ remote }) => remote))
  for (const name of names) {
    const release = firstRelease(composition, name)
    if (release) warm(release, ({ preload }) => preload['slot:dashboard'] ?? [])
  }
  return [...names].map((name) => loader.load(name))
}

/** Runs the code of the screen at a path, so that a click only has to render it. */
async function runScreen({ remote, release }: LoadedRemote, path: string): Promise<void> {
  for (const { route } of matchRoutes(remote.routes, path) ?? []) {
    if (typeof route.lazy === 'function') await route.lazy().finally(() => noteEvaluated(release))
  }
}

/** Loads what a path needs and prefetches its screen's data. A failure is ignored: the page shows it. */
export async function readAhead(
  path: string,
  composition: Composition,
  loader: RemoteLoader,
  host: ReadAheadHost,
): Promise<void> {
  const loads =
    path === '/' ? prepareDashboard(composition, loader) : [prepare(path, composition, loader)]
  const read = async (load: Promise<LoadedRemote | undefined>) => {
    const loaded = await load
    loaded?.remote.readAhead?.(path, host)
    if (loaded) await runScreen(loaded, path)
  }
  await Promise.allSettled(loads.map(read))
}

/**
 * Hovering, touching or focusing a link fetches its remote and its data. Returns a function that
 * stops it.
 */
export function prefetchOnIntent(
  composition: Composition,
  loader: RemoteLoader,
  host: ReadAheadHost,
): () => void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin !== location.origin) return
    const { pathname } = link
    // Not at once: a page that appears under a resting pointer is painted, and has its address,
    // before that.
    setTimeout(() => {
      if (pathname !== location.pathname) void readAhead(pathname, composition, loader, host)
    })
  }
  const events = ['pointerover', 'touchstart', 'focusin'] as const
  for (const event of events) document.addEventListener(event, onIntent, { passive: true })
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent)
  }
}
