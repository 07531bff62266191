import { promoteRelease } from '@portal/contract/pointers'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, type OwnPortal, test } from '../support/fixtures.ts'
import { publishTeamRelease } from '../support/team-releases.ts'

/** So many that their policies don't fit into a header. */
const teams = 60

async function addTeams({ url }: OwnPortal) {
  const admin = callWith(url, await adminToken(url))
  for (let team = 1; team <= teams; team += 1) {
    const remote = `team-${team}`
    const release = await publishTeamRelease(admin, remote, 1)
    await admin(promoteRelease, {
      params: { remote },
      body: { release, step: '100', reason: 'A journey', anyway: true },
      revision: 'new',
    })
  }
}

test(
  'in a portal of many teams a member’s page has the records of what it opens, and reads others when they are opened',
  { tag: '@long' },
  async ({ ownPortal, page, signIn, complaints }) => {
    const portal = await ownPortal()
    await addTeams(portal)
    const records: string[] = []
    page.on('request', (request) => {
      const [, remote] = /\/remotes\/([\w-]+)\/[^/]+\/release\.json$/.exec(request.url()) ?? []
      if (remote !== undefined) records.push(remote)
    })
    await signIn('member', { url: `${portal.url}/directory` })
    records.length = 0
    await page.reload()
    await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
    expect(records).toEqual([])
    const rule = page.locator('head > meta[http-equiv=content-security-policy]')
    await expect(rule).toHaveAttribute('content', / portal-team-60-/)

    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: `team-${teams}` })).toBeAttached()
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    await menu.getByRole('link', { name: 'Governance & Policies' }).click()
    await expect(title).toHaveText('Governance & Policies')
    await menu.getByRole('link', { name: 'Board Calendar' }).click()
    await expect(title).toHaveText('Board Calendar')
    expect([...new Set(records)]).toEqual(['governance', 'meetings'])

    expect(complaints).toEqual([])
    // The page still restricts which policies may be created.
    const create = () =>
      page.evaluate(() => {
        globalThis.trustedTypes!.createPolicy('other', { createScriptURL: (url) => url })
      })
    await expect(create()).rejects.toThrow(/disallowed/i)
    complaints.length = 0
  },
)
