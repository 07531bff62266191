import type { ComposedRemote } from '@portal/contract/releases'
import { expect, type Page } from '@playwright/test'
import { currentQuarter } from './fixtures.ts'
import { expectFocusInside, navigatesTo, opens } from './opens.ts'
import { compositionOf, expectMenu, type Stop, stopsOf } from './walk.ts'

/**
 * Opens every page of some remotes of the tab's composition. Fails with the remote, the release and the page of everything
 * that is wrong, also if another release was shown instead.
 */
export async function walkRemotes(
  page: Page,
  isWalked: (remote: ComposedRemote) => boolean,
): Promise<ComposedRemote[]> {
  await opens(page, '/')
  const composition = await compositionOf(page)
  await expectMenu(page, composition)
  const remotes = composition.remotes.filter(isWalked)
  const stops = remotes.flatMap((remote) =>
    stopsOf(remote, currentQuarter()).map((stop) => ({ remote, stop })),
  )
  expect(stops, 'the pages of the composition’s remotes').not.toEqual([])
  const faults: string[] = []
  for (const { remote, stop } of stops) {
    const fault = await faultOf(page, remote, stop)
    if (fault !== undefined) faults.push(fault)
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return remotes
}

async function faultOf(
  page: Page,
  { name, releases }: ComposedRemote,
  stop: Stop,
): Promise<string | undefined> {
  const { release } = releases[0]!
  try {
    await navigatesTo(page, stop)
    await expectReleases(page, name, [release])
    await expectFocusInside(page, stop)
    await opens(page, stop.path, stop.heading)
    await expectReleases(page, name, [release])
    return undefined
  } catch (error) {
    return `${name} ${release} at ${stop.path}: ${(error as Error).message}`
  }
}

/** The releases of a remote whose files the page has loaded. */
async function expectReleases(page: Page, name: string, releases: string[]): Promise<void> {
  const loaded = await page.evaluate(
    (base) =>
      performance
        .getEntriesByType('resource')
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.startsWith(base))
        .map((path) => path.split('/')[3]!),
    `/remotes/${name}/`,
  )
  expect([...new Set(loaded)], 'the releases that the page ran').toEqual(releases)
}
