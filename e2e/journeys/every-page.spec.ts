import { listDocuments } from '@portal/contract/documents'
import type { Reply } from '@portal/contract/endpoint'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { opens } from '../support/opens.ts'
import { adminRoutes, memberRoutes } from '../support/routes.ts'

test(
  'every member page loads completely with the requested releases',
  { tag: '@deployed' },
  async ({ page, signIn, served }) => {
    test.setTimeout(180_000)
    await signIn('member')
    for (const route of memberRoutes(currentQuarter())) await opens(page, route)
    for (const remote of ['meetings', 'governance', 'directory']) {
      expect(served.releasesOf(remote), `files of ${remote}`).toHaveLength(1)
    }
  },
)

test(
  'every admin page loads completely with the requested releases',
  { tag: '@deployed-admin' },
  async ({ page, signIn, served }) => {
    test.setTimeout(180_000)
    await signIn('admin')
    for (const route of adminRoutes) await opens(page, route)
    expect(served.releasesOf('admin'), 'files of admin').toHaveLength(1)
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
