import { adminStates } from '../snapshots/admin-screens.ts'
import { memberStates, strangerScreens } from '../snapshots/member-screens.ts'
import { openScreen } from '../snapshots/open-screen.ts'
import { prepareScreens } from '../snapshots/prepare-screens.ts'
import type { Screen, Viewer } from '../snapshots/screens.ts'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { everyCombination, sweep } from '../support/counts.ts'
import { test } from '../support/fixtures.ts'
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

const parts = everyCombination ? 3 : 2
for (let part = 0; part < parts; part += 1) {
  test(`axe finds nothing in any state of the screens, ${part + 1} of ${parts}`, async ({
    context,
    browser,
    signIn,
    ownPortal,
  }) => {
    test.setTimeout(900_000)
    const portal = await ownPortal()
    await prepareScreens(portal.url)
    await signIn('member', { url: portal.url })
    const admin = await browser.newContext()
    await signIn('admin', { page: await admin.newPage(), url: portal.url })
    const contexts = { member: context, stranger: await browser.newContext(), admin }
    for (const state of sweep(states, 8).filter((_, index) => index % parts === part)) {
      await test.step(state.name, async () => {
        const { name, path, act, only, colorScheme, viewer } = state
        const page = await contexts[viewer].newPage()
        page.setDefaultTimeout(15_000)
        await page.setViewportSize({ width: only === 'narrow' ? 390 : 1280, height: 800 })
        await page.emulateMedia({ colorScheme })
        await openScreen(page, { ...state, path: portal.url + path })
        await expectAccessible(page, name)
        await expectNoOverflow(page, name)
        await legible(page, name)
        for (const width of only ? [] : [390, 320]) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoOverflow(page, `${name} at ${width}`)
          // A dialog keeps its elements at any width; a page may arrange itself differently.
          if (everyCombination && !act && width === 390)
            await expectAccessible(page, `${name} at ${width}`)
        }
        await page.evaluate(() => localStorage.clear())
        await page.close()
      })
    }
  })
}
