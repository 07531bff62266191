import { getPointer, promoteRelease, type PromotionStep } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { adminToken, callWith, memberToken } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { opens } from '../support/opens.ts'
import { publishAgain } from '../support/publish-again.ts'
import { watchServed } from '../support/served-releases.ts'

const params = { remote: 'governance' }
const routes = [
  '/',
  '/governance',
  '/governance/travel-expense-policy',
  '/communications',
  '/resources/governance/docs',
  '/resources/view/governance-bylaws',
]

test('the candidate, the stable and the last good release of a remote each carry its pages, by the id of a composition', async ({
  ownPortal,
  signIn,
  browser,
}) => {
  test.setTimeout(180_000)
  const portal = await ownPortal()
  const admin = callWith(portal.url, await adminToken(portal.url))
  const { secret } = await admin(createReleaseToken, { body: { name: 'ci', ...params } })
  const machine = callWith(portal.url, secret)
  const promote = async (release: string, step: PromotionStep) => {
    const { revision } = await admin(getPointer, { params })
    await admin(promoteRelease, { params, body: { release, step, reason: 'A matrix' }, revision })
  }
  const lastGood = (await admin(getPointer, { params })).stable!
  const stable = await publishAgain(machine, 'governance', '8.0.0')
  await promote(stable, '100')
  const candidate = await publishAgain(machine, 'governance', '8.1.0')
  await promote(candidate, 'qa')
  expect(await admin(getPointer, { params })).toMatchObject({
    stable,
    candidate: { release: candidate },
    lastGood: [lastGood],
  })

  const member = callWith(portal.url, await memberToken(portal.url))
  const usual = (await member(getPortal)).composition.id
  expect(usual).toContain(`governance@${stable}_${lastGood}`)
  const withReleases = (...releases: string[]) =>
    usual.replace(/governance@[^~]+/, `governance@${releases.join('_')}`)
  const walk = async (composition: string, paths: string[]) => {
    const context = await browser.newContext({ baseURL: portal.url })
    const served = await watchServed(context, composition)
    const page = await context.newPage()
    return {
      page,
      served,
      context,
      go: async () => {
        await signIn('member', { page, url: `${portal.url}/` })
        for (const path of paths) await opens(page, path)
      },
    }
  }

  for (const release of [candidate, stable, lastGood]) {
    const { served, context, go } = await walk(withReleases(release), routes)
    await go()
    await served.judge()
    expect(served.releasesOf('governance')).toEqual([release])
    await context.close()
  }

  // A release that another one stands in for isn't what was asked for, however well the page looks.
  const { page, served, context, go } = await walk(withReleases(candidate, stable), ['/governance'])
  await page.route(`**/remotes/governance/${candidate}/**`, (route) => route.abort())
  await go()
  await expect(served.judge()).rejects.toThrow(/the page ran other releases than those of/)
  await context.close()

  // And neither is the usual page.
  const gone = await walk(withReleases('9.9.9-0123456789ab'), ['/governance'])
  await gone.go()
  await expect(gone.served.judge()).rejects.toThrow(
    /the composition was refused|no page was served/,
  )
  await gone.context.close()
})
