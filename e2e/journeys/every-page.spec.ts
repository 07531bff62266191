import { listDocuments } from '@portal/contract/documents'
import type { Reply } from '@portal/contract/endpoint'
import type { Page } from '@playwright/test'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { leadsTo, opens } from '../support/opens.ts'
import type { ServedReleases } from '../support/served-releases.ts'
import { compositionOf, expectMenu, shellStops, stopsOf } from '../support/walk.ts'

/** Walks the pages of the composition that a tab runs: of the shell, and of each remote for these readers. */
async function walk(page: Page, served: ServedReleases, audience: 'members' | 'admins') {
  await opens(page, '/')
  const composition = await compositionOf(page)
  await expectMenu(page, composition)
  const remotes = composition.remotes.filter(({ releases }) => releases[0]!.audience === audience)
  const stops = remotes.flatMap((remote) => stopsOf(remote, currentQuarter()))
  expect(stops, 'the pages of the composition’s remotes').not.toEqual([])
  for (const stop of audience === 'members' ? [...stops, ...shellStops] : stops) {
    await leadsTo(page, stop)
    await opens(page, stop.path, stop.heading)
  }
  for (const { name } of remotes) {
    expect(served.releasesOf(name), `files of ${name}`).toHaveLength(1)
  }
}

test(
  'every member page loads completely with the requested releases',
  { tag: '@deployed' },
  async ({ page, signIn, served }) => {
    test.setTimeout(240_000)
    await signIn('member')
    await walk(page, served, 'members')
  },
)

test(
  'every admin page loads completely with the requested releases',
  { tag: '@deployed-admin' },
  async ({ page, signIn, served }) => {
    test.setTimeout(240_000)
    await signIn('admin')
    await walk(page, served, 'admins')
  },
)

test('a paper opens in the viewer', { tag: '@deployed' }, async ({ page, signIn }) => {
  await signIn('member')
  const papers = (await (await page.request.get(listDocuments.path)).json()) as Reply<
    typeof listDocuments
  >
  const paper = papers.find(({ condition, name }) => condition !== 'broken' && /\.pdf$/i.test(name))
  test.skip(!paper && !process.env['CI'], 'This portal has no papers yet.')
  await page.goto(`/resources/view/${paper!.id}`)
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Page, of/ })).toHaveValue('1')
})
