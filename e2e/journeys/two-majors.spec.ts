import { getPointer, promoteRelease, saveCohorts } from '@portal/contract/pointers'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, people, test } from '../support/fixtures.ts'
import { passTrials } from '../support/gate-runner.ts'
import { journeyBuild } from '../support/journey-remotes.ts'
import { publishAgain } from '../support/publish-again.ts'

const params = { remote: 'polls' }

test('a remote with React 18 works next to the others, and falls back when its root breaks', async ({
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  const call = callWith(portal.url, await adminToken(portal.url))
  const qa = [people.member.email]
  await call(saveCohorts, { params, body: { qa, team: [] }, revision: 'new' })
  for (const [version, step] of [
    ['1.0.0', '100'],
    ['1.1.0', 'qa'],
  ] as const) {
    const release = await publishAgain(call, 'polls', version, {}, undefined, journeyBuild('polls'))
    await passTrials(portal.url)
    const pointer = await call(getPointer, { params }).catch(() => undefined)
    const revision = pointer?.revision ?? 'new'
    await call(promoteRelease, { params, body: { release, step, reason: 'A journey' }, revision })
  }

  await signIn('member', { url: `${portal.url}/directory` })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const menu = page.getByRole('navigation', { name: 'Main' })
  const version = page.locator('html')
  // A link of the menu; the screen is React 18's, and has the focus as any other.
  await menu.getByRole('link', { name: 'Polls' }).click()
  await expect(heading('Polls')).toBeFocused()
  await expect(page).toHaveTitle('Polls – Board Portal')
  await expect(page.getByText(`${people.member.name} votes with React 18.3.1.`)).toBeVisible()
  await expect(version).toHaveAttribute('data-polls', '1.1.0')
  await page.getByRole('button', { name: 'Vote' }).click()
  await expect(page.getByRole('status').getByText('Your vote was counted.')).toBeVisible()

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByText('The text is rgb(236, 232, 224).')).toBeVisible()

  // A link of its own, its data, and the history.
  await page.evaluate(() => document.documentElement.setAttribute('data-journey', 'same page'))
  await page.getByRole('link', { name: 'Show the results' }).click()
  await expect(heading('Results')).toBeFocused()
  await expect(page).toHaveURL(`${portal.url}/polls/results`)
  await expect(page.getByText(/^\d+ people may vote\.$/)).toBeVisible()
  await page.goBack()
  await expect(heading('Polls')).toBeVisible()
  await page.goForward()
  await expect(heading('Results')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the poll' }).click()
  await expect(heading('Polls')).toBeVisible()

  // Left, and opened again.
  await menu.getByRole('link', { name: 'Board & Staff Directory' }).click()
  await expect(heading('Board & Staff Directory')).toBeFocused()
  await expect(page.locator('[data-foreign]')).toHaveCount(0)
  await page.goBack()
  await expect(heading('Polls')).toBeVisible()

  // React 18 has removed what it drew, and the page itself says nothing.
  await page.getByRole('button', { name: 'Break the poll' }).click()
  await expect(version).toHaveAttribute('data-polls', '1.0.0')
  await expect(heading('Polls')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vote' })).toBeVisible()
  await expect(version).toHaveAttribute('data-journey', 'same page')
})
