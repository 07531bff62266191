import type { BrowserContext } from '@playwright/test'
import { adminStates } from '../snapshots/admin-screens.ts'
import { memberStates, strangerScreens } from '../snapshots/member-screens.ts'
import { openScreen } from '../snapshots/open-screen.ts'
import { prepareScreens } from '../snapshots/prepare-screens.ts'
import type { Screen, Viewer } from '../snapshots/screens.ts'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { legible } from '../support/legible.ts'

const seenBy = (viewer: Viewer, screens: Screen[]) =>
  screens.map((screen) => ({ ...screen, viewer }))
const states = [
  ...seenBy('stranger', strangerScreens),
  ...seenBy('member', memberStates),
  ...seenBy('admin', adminStates),
].map((screen, index) => ({
  ...screen,
  // Alternating: contrast is a matter of tokens, whose pairs are tested in both schemes.
  colorScheme: index % 2 === 0 ? ('light' as const) : ('dark' as const),
}))

type State = (typeof states)[number]
type Contexts = Record<Viewer, BrowserContext>

async function expectStateAccessible(contexts: Contexts, url: string, state: State) {
  await test.step(state.name, async () => {
    const { name, path, act, only, colorScheme, viewer } = state
    const page = await contexts[viewer].newPage()
    page.setDefaultTimeout(15_000)
    await page.setViewportSize({ width: only === 'narrow' ? 390 : 1280, height: 800 })
    await page.emulateMedia({ colorScheme })
    await openScreen(page, { ...state, path: url + path })
    await expectAccessible(page, name)
    await expectNoOverflow(page, name)
    await legible(page, name)
    for (const width of only ? [] : [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page, `${name} at ${width}`)
      // A dialog keeps its elements at any width; a page may arrange itself differently.
      if (!act && width === 390) {
        await expectAccessible(page, `${name} at ${width}`)
      }
    }
    await page.evaluate(() => localStorage.clear())
    await page.close()
  })
}

const parts = 3
for (let part = 0; part < parts; part += 1) {
  test(
    `axe finds nothing in any state of the screens, ${part + 1} of ${parts}`,
    { tag: '@long' },
    async ({ context, browser, signIn, ownPortal }) => {
      test.setTimeout(900_000)
      const portal = await ownPortal()
      await prepareScreens(portal.url)
      await signIn('member', { url: portal.url })
      const admin = await browser.newContext()
      await signIn('admin', { page: await admin.newPage(), url: portal.url })
      const contexts = { member: context, stranger: await browser.newContext(), admin }
      for (const state of states.filter((_, index) => index % parts === part)) {
        await expectStateAccessible(contexts, portal.url, state)
      }
    },
  )
}

test(
  'the tables of releases, of an import and of people who aren’t linked keep a word of 200 letters',
  { tag: '@long' },
  async ({ page, signIn }) => {
    const word = 'w'.repeat(200)
    const replace = (path: string, change: (reply: never) => unknown) =>
      page.route(path, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: change((await response.json()) as never) })
      })
    await replace('**/api/releases/*/records', ({ releases }: { releases: object[] }) => ({
      releases: releases.map((record) => ({ ...record, publishedBy: word })),
    }))
    const token = { id: 'a', name: word, remote: 'meetings', createdAt: '2026-11-28T09:00:00Z' }
    await replace('**/api/release-tokens', () => ({ tokens: [{ ...token, createdBy: word }] }))
    const entry = { id: 'a', name: word, email: word, revision: 1, reason: 'notGoogle' }
    const account = { uid: 'b', email: word, displayName: word, reason: 'several' }
    await replace('**/api/people/not-linked', () => ({
      entries: [{ ...entry, account: 'a' }, entry],
      accounts: [account],
      counts: { entries: 2, accounts: 1 },
    }))
    const outcome = { entry: 'created', id: 'a', account: 'refused', mayBeInvited: false }
    await page.route('**/api/people/import', (route) =>
      route.fulfill({ json: { people: [{ ...outcome, refusal: word }] } }),
    )
    const expectRoom = async (where: string) => {
      await expect(page.getByRole('table').filter({ hasText: word }).first()).toBeVisible()
      for (const width of [1280, 834, 390]) {
        await page.setViewportSize({ width, height: 1112 })
        await expectNoOverflow(page, `${where} at ${width}`)
      }
    }
    await signIn('admin', { url: '/admin/releases?remote=meetings' })
    await expectRoom('the releases')
    await page.goto('/admin/directory/not-linked')
    await expectRoom('who isn’t linked')
    await page.goto('/admin/directory/import')
    await page.getByLabel('List of people').fill(`Name,Role\n${word},${word}`)
    await expectRoom('the preview of an import')
    await page.getByRole('button', { name: 'Import 1 person' }).click()
    await expect(page.getByRole('table', { name: 'Imported people' })).toBeVisible()
    await expectRoom('the result of an import')
  },
)
