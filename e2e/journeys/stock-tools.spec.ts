import { readFileSync } from 'node:fs'
import path from 'node:path'
import { adminToken, callWith } from '../bench/session.ts'
import { expectAccessible } from '../support/accessible.ts'
import { shownInTools } from '../support/federation-tools.ts'
import { expect, test } from '../support/fixtures.ts'
import { journeyBuild } from '../support/journey-remotes.ts'
import { publishBuild } from '../support/publish-build.ts'

declare global {
  var loadByManifest: (name: string, entry: string) => Promise<string>
}

test(
  'a remote built with module federation’s own plugin runs in the portal, and its own runtime loads the portal’s remotes by their manifests',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const call = callWith(portal.url, await adminToken(portal.url))
    const releases = [
      await publishBuild({ url: portal.url, call }, journeyBuild('notices')),
      await publishBuild({ url: portal.url, call }, journeyBuild('polls')),
    ]

    await signIn('member', { url: `${portal.url}/directory` })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Notices' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeFocused()
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await expect(page.getByText('You have read it.')).toBeVisible()
    await expectAccessible(page, 'the notices')
    // Only in development.
    expect(await shownInTools(page)).toEqual([])

    // Another host, in the same reader's browser.
    const script = readFileSync(path.join(journeyBuild('manifest-host'), 'host.js'))
    await page.route(`${portal.url}/another-host*`, (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ body: script, contentType: 'text/javascript' })
        : route.fulfill({
            body: '<script src="/another-host.js"></script>',
            contentType: 'text/html',
          }),
    )
    await page.goto(`${portal.url}/another-host`)
    for (const { name, release } of releases) {
      const entry = `${portal.url}/remotes/${name}/${release}/mf-manifest.json`
      const seen = await page.evaluate(([remote, address]) => loadByManifest(remote, address), [
        name,
        entry,
      ] as const)
      expect(seen).toMatch(new RegExp(`^${name} with React 19\\.`))
    }
  },
)
