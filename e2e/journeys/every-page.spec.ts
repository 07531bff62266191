import { listDocuments } from '@portal/contract/documents'
import { getPointer, promoteRelease, saveCohorts } from '@portal/contract/pointers'
import { createReleaseToken } from '@portal/contract/release-tokens'
import type { Reply } from '@portal/contract/endpoint'
import type { ComposedRemote } from '@portal/contract/releases'
import type { Page } from '@playwright/test'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, people, test } from '../support/fixtures.ts'
import { leadsTo, opens } from '../support/opens.ts'
import { publishAgain } from '../support/publish-again.ts'
import { walkRemotes } from '../support/qa-walk.ts'
import { releaseFaults } from '../support/release-faults.ts'
import { type ServedReleases, watchServed } from '../support/served-releases.ts'
import { compositionOf, shellStops } from '../support/walk.ts'

/** Walks the pages of the composition that a tab runs: of the shell, and of each remote for these readers. */
async function walk(page: Page, served: ServedReleases, audience: 'members' | 'admins') {
  const isTheirs = ({ releases }: ComposedRemote) => releases[0]!.audience === audience
  const remotes = await walkRemotes(page, isTheirs)
  for (const stop of audience === 'members' ? shellStops : []) {
    await leadsTo(page, stop)
    await opens(page, stop.path, stop.heading)
  }
  for (const { name } of remotes) {
    expect(served.releasesOf(name), `files of ${name}`).toHaveLength(1)
  }
}

test(
  'every member page loads completely with the requested releases',
  { tag: ['@deployed', '@long'] },
  async ({ page, signIn, served }) => {
    test.setTimeout(240_000)
    await signIn('member')
    await walk(page, served, 'members')
  },
)

test(
  'every admin page loads completely with the requested releases',
  { tag: ['@deployed-admin', '@long'] },
  async ({ page, signIn, served }) => {
    test.setTimeout(240_000)
    await signIn('admin')
    await walk(page, served, 'admins')
  },
)

test('a paper opens in the viewer', { tag: ['@deployed', '@long'] }, async ({ page, signIn }) => {
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

/** The error of a walk through some remotes. */
const errorOf = (page: Page, names: RegExp) =>
  walkRemotes(page, ({ name }) => names.test(name)).then(
    () => 'All pages passed.',
    (error: Error) => error.message,
  )

test('the walk fails with the remote, the release and the page that ran another release', async ({
  page,
  signIn,
}) => {
  await signIn('member')
  const { remotes } = await compositionOf(page)
  const { release } = remotes.find(({ name }) => name === 'directory')!.releases[0]!
  // Read to its end: the walk waits until nothing is loading.
  await page.addInitScript(() => {
    void fetch('/remotes/directory/9.9.9-other/container.js').then((response) => response.text())
  })
  expect(await errorOf(page, /^directory$/)).toContain(
    `directory ${release} at /directory: the releases that the page ran`,
  )
})

test(
  'a page that was served another composition than the requested one is found',
  { tag: '@long' },
  async ({ browser, baseURL, signIn }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    const served = await watchServed(context, 'directory@9.9.9-0123456789ab')
    const page = await context.newPage()
    await signIn('member', { page, url: '/directory' })
    await opens(page, '/directory')
    await expect(served.check()).rejects.toThrow(/the composition was refused|no page was served/)
    await context.close()
  },
)

test(
  'the walk fails with the remote, the release and the page of a broken release',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    const { remotes } = await compositionOf(page)
    const { release } = remotes.find(({ name }) => name === 'directory')!.releases[0]!
    await page.route('**/remotes/directory/**', (route) => route.fulfill({ status: 404 }))
    expect(await errorOf(page, /^directory$/)).toContain(`directory ${release} at /directory: `)
  },
)

test(
  'the walk fails with the remote, the release and the page of a broken candidate',
  { tag: '@long' },
  async ({ ownPortal, browser, signIn }) => {
    const portal = await ownPortal()
    const admin = callWith(portal.url, await adminToken(portal.url))
    const faults = releaseFaults(portal.url)
    /** Gives the QA cohort a candidate; the stable release is what a reader sees instead of it. */
    const offer = async (remote: string, fault: string) => {
      const params = { remote }
      const { secret } = await admin(createReleaseToken, { body: { name: 'ci', remote } })
      const machine = callWith(portal.url, secret)
      const release = await publishAgain(machine, remote, '8.0.0', {}, faults[fault]!.script)
      const body = { qa: [people.member.email], team: [] }
      await admin(saveCohorts, { params, body, revision: 'new' })
      const { revision } = await admin(getPointer, { params })
      const move = { release, step: 'qa', reason: 'A walk' } as const
      await machine(promoteRelease, { params, body: move, revision })
      return release
    }
    const throwing = await offer('governance', 'throws at evaluation')
    const empty = await offer('directory', 'exports a Screen instead of a Component')

    const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
    await signIn('member', { page, url: portal.url })
    const message = await errorOf(page, /^(governance|directory)$/)
    expect(message).toContain(
      `governance ${throwing} at /governance: the releases that the page ran`,
    )
    expect(message).toContain(`directory ${empty} at /directory: the releases that the page ran`)
  },
)
