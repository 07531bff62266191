import { getPointer, promoteRelease, type PromotionStep } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { createReleaseToken } from '@portal/contract/release-tokens'
import type { Call } from '@portal/remote-kit/client'
import { adminToken, callWith, memberToken } from '../bench/session.ts'
import { currentQuarter, expect, test, type Who } from '../support/fixtures.ts'
import { opens } from '../support/opens.ts'
import { passTrials } from '../support/gate-runner.ts'
import { publishAgain } from '../support/publish-again.ts'
import { memberRoutes } from '../support/routes.ts'
import { watchServed } from '../support/served-releases.ts'

/**
 * Two more releases of a remote: the stable one becomes the last good one, the first new one
 * stable, the second a candidate.
 */
async function shipTwo(url: string, admin: Call, remote: string) {
  const params = { remote }
  const { secret } = await admin(createReleaseToken, { body: { name: 'ci', remote } })
  const machine = callWith(url, secret)
  const promote = async (release: string, step: PromotionStep) => {
    const { revision } = await admin(getPointer, { params })
    await admin(promoteRelease, { params, body: { release, step, reason: 'A matrix' }, revision })
  }
  const lastGood = (await admin(getPointer, { params })).stable!
  const stable = await publishAgain(machine, remote, '8.0.0')
  await passTrials(url)
  await promote(stable, '100')
  const candidate = await publishAgain(machine, remote, '8.1.0')
  await promote(candidate, 'qa')
  expect(await admin(getPointer, { params })).toMatchObject({
    stable,
    candidate: { release: candidate },
    lastGood: [lastGood],
  })
  return { candidate, stable, lastGood }
}

test(
  'the candidate, the stable and the last good release of each remote render its pages by the id of a composition',
  { tag: '@long' },
  async ({ ownPortal, signIn, browser }) => {
    test.setTimeout(240_000)
    const portal = await ownPortal()
    const admin = callWith(portal.url, await adminToken(portal.url))
    const all = (await admin(getPortal)).composition.remotes.map(({ name }) => name)
    const shipped: Record<string, Awaited<ReturnType<typeof shipTwo>>> = {}
    for (const remote of all) shipped[remote] = await shipTwo(portal.url, admin, remote)

    const member = callWith(portal.url, await memberToken(portal.url))
    const { composition } = await member(getPortal)
    const usual = composition.id
    const remotes = composition.remotes.map(({ name }) => name)
    for (const remote of remotes) {
      const { stable, lastGood } = shipped[remote]!
      expect(usual).toContain(`${remote}@${stable}_${lastGood}`)
    }
    const withReleases = (remote: string, ...releases: string[]) =>
      usual.replace(new RegExp(`${remote}@[^~]+`), `${remote}@${releases.join('_')}`)
    const walk = async (id: string, paths: string[], who: Who = 'member') => {
      const context = await browser.newContext({ baseURL: portal.url })
      const served = await watchServed(context, id)
      const page = await context.newPage()
      return {
        page,
        served,
        context,
        go: async () => {
          await signIn(who, { page, url: `${portal.url}/` })
          for (const path of paths) await opens(page, path)
        },
      }
    }

    const places = ['candidate', 'stable', 'lastGood'] as const
    // The directory comes last: its code shows its version.
    const pages = [
      ...memberRoutes(currentQuarter()),
      '/governance/travel-expense-policy',
      '/directory',
    ]
    for (const place of places) {
      const releaseAt = (remote: string) => shipped[remote]![place]
      const idOf = (names: string[]) => names.map((name) => `${name}@${releaseAt(name)}`).join('~')
      const { page, served, context, go } = await walk(idOf(remotes), pages)
      await go()
      await served.check()
      for (const remote of remotes) expect(served.releasesOf(remote)).toEqual([releaseAt(remote)])
      // The last page runs the directory's own code of that release, which the first release never
      // had.
      const version = { candidate: '8.1.0', stable: '8.0.0', lastGood: null }[place]
      expect(await page.locator('html').getAttribute('data-directory')).toBe(version)
      await context.close()

      // Those that members never receive.
      const admins = all.filter((remote) => !remotes.includes(remote))
      const ofAdmins = await walk(idOf(all), ['/admin'], 'admin')
      await ofAdmins.go()
      await ofAdmins.served.check()
      for (const remote of admins) {
        expect(ofAdmins.served.releasesOf(remote)).toEqual([releaseAt(remote)])
      }
      await ofAdmins.context.close()
    }

    const { candidate, stable } = shipped['governance']!
    // A release that was replaced by a fallback isn't the requested one, however well the page looks.
    const { page, served, context, go } = await walk(
      withReleases('governance', candidate, stable),
      ['/governance'],
    )
    await page.route(`**/remotes/governance/${candidate}/**`, (route) => route.abort())
    await go()
    await expect(served.check()).rejects.toThrow(/the page ran other releases than those of/)
    await context.close()

    // And neither is the usual page.
    const gone = await walk(withReleases('governance', '9.9.9-0123456789ab'), ['/governance'])
    await gone.go()
    await expect(gone.served.check()).rejects.toThrow(
      /the composition was refused|no page was served/,
    )
    await gone.context.close()
  },
)
