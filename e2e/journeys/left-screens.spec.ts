import type { Page } from '@playwright/test'
import { everyCombination } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { leftBehind } from '../support/left-screens.ts'
import { releaseWhose } from '../support/releases.ts'
import { compositionOf, stopsOf } from '../support/walk.ts'

/** The screens that a page's remotes declare, of those for these readers. */
async function screensOf(page: Page, audience: 'members' | 'admins') {
  const { remotes } = await compositionOf(page)
  const theirs = remotes.filter(({ releases }) => releases[0]!.audience === audience)
  const screens = theirs.flatMap((remote) => stopsOf(remote, currentQuarter()))
  expect(screens.length).toBeGreaterThan(5)
  return screens
}

// Recording would take longer than the visits.
test.use({ trace: 'off' })

test('the screens of the members’ remotes leave nothing behind, however often they are left', async ({
  page,
  signIn,
}) => {
  test.setTimeout(240_000)
  await signIn('member')
  const screens = everyCombination ? await screensOf(page, 'members') : [{ path: '/directory' }]
  const paper = { path: '/resources/view/governance-bylaws', content: '.page canvas' }
  expect(await leftBehind(page, [...screens, paper])).toEqual([])
})

test(
  'the screens of the admins’ remote leave nothing behind, however often they are left',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.setTimeout(240_000)
    await signIn('admin')
    expect(await leftBehind(page, await screensOf(page, 'admins'))).toEqual([])
  },
)

test(
  'a release that keeps 100 KB of each visit, or a listener, is found',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    const kept = `(remote) => ({
    ...remote,
    routes: remote.routes.map((route) => ({
      ...route,
      lazy: async () => {
        const { Component: Screen } = await route.lazy()
        const kept = []
        const Component = () => {
          if (location.hash === '#heap') kept.push(Array.from({ length: 12_500 }, Math.random))
          if (location.hash === '#listener') addEventListener('focus', () => {})
          return Screen()
        }
        return { Component }
      },
    })),
  })`
    const release = releaseWhose(kept, 'directory', info.outputDir)
    const portal = await ownPortal({ RELEASES_FOLDER: release })
    await signIn('member', { url: portal.url })
    const screens = [{ path: '/directory#heap' }, { path: '/directory#listener' }]
    // What is kept isn't released later.
    expect(await leftBehind(page, screens, 500)).toEqual([
      expect.stringMatching(/^a visit of \/directory#heap leaves \d+\.\d KB/),
      expect.stringMatching(/^a visit of \/directory#listener leaves .* \d\.\d listeners behind$/),
    ])
  },
)
