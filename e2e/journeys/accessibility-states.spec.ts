import { memberStates, strangerScreens } from '../snapshots/member-screens.ts'
import { openScreen } from '../snapshots/open-screen.ts'
import { prepareScreens } from '../snapshots/prepare-screens.ts'
import { clean, fits } from '../support/accessible.ts'
import { test } from '../support/fixtures.ts'

test('axe finds nothing in any state of the members’ screens', async ({
  context,
  browser,
  signIn,
  ownPortal,
}) => {
  test.setTimeout(300_000)
  const portal = await ownPortal()
  await prepareScreens(portal.url)
  await signIn('member', { url: portal.url })
  const stranger = await browser.newContext()
  for (const [viewer, screens] of [
    [stranger, strangerScreens],
    [context, memberStates],
  ] as const) {
    for (const [index, screen] of screens.entries()) {
      await test.step(screen.name, async () => {
        const tab = await viewer.newPage()
        tab.setDefaultTimeout(15_000)
        const width = screen.only === 'narrow' ? 390 : 1280
        await tab.setViewportSize({ width, height: 800 })
        // By turns: which colours stand on which is a matter of tokens, whose pairs are tested in both.
        await tab.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' })
        await openScreen(tab, { ...screen, path: portal.url + screen.path })
        await clean(tab, screen.name)
        await fits(tab, screen.name)
        await tab.evaluate(() => localStorage.clear())
        await tab.close()
      })
    }
  }
})
