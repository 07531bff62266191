import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@portal/remote-kit/client'
import { createDirectoryEntry } from '@portal/contract/directory'
import { getPointer } from '@portal/contract/pointers'
import { findCompositions } from '@portal/contract/compositions'
import { createUser, deleteUser } from '@portal/contract/users'
import type { Browser, Page } from '@playwright/test'
import { enterByPassword, expect, type OwnPortal, test, visitAgain } from '../support/fixtures.ts'
import { keepPassing } from '../support/gate-runner.ts'
import { changeDirectory, commandsIn, machineOf, releaseIn } from '../support/portal-command.ts'
import { copyOfWorkspace, edit } from '../support/workspace-copy.ts'

const params = { remote: 'directory' }
const because = ['--reason', 'A journey']
const password = 'larkspur-readers-2026'

type Reader = { uid: string; email: string }

/** The directory's releases in a person's next load, in loading order. */
async function releasesFor(call: Call, { email }: Reader): Promise<string[]> {
  const { people } = await call(findCompositions, { query: { email } })
  return people[0]!.remotes.find(({ name }) => name === params.remote)!.releases
}

/** Adds members until the candidate's share includes two of them and leaves one out. */
async function readersAround(call: Call, release: string, all: Reader[]) {
  const [inside, outside]: [Reader[], Reader[]] = [[], []]
  // With two halves, twenty tries fail less than once in ten thousand.
  for (let n = 0; n < 20 && (inside.length < 2 || outside.length < 1); n += 1) {
    const email = `reader-${randomUUID()}@larkspur.example`
    const body = { email, password, displayName: `Reader ${n}` }
    const { uid } = await call(createUser, { body })
    const reader = { uid, email }
    all.push(reader)
    const theirs = await releasesFor(call, reader)
    ;(theirs[0] === release ? inside : outside).push(reader)
  }
  return { one: inside[0]!, two: inside[1]!, other: outside[0]! }
}

async function opened(browser: Browser, portal: OwnPortal, { email }: Reader): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${portal.url}/directory`)
  await enterByPassword(page, { email, password })
  return page
}

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test(
  'a remote ships twice: half of everyone gets the second version, which breaks and is denied automatically, and the first is rolled back',
  { tag: '@long' },
  async ({ ownPortal, signIn, page, browser }) => {
    test.setTimeout(600_000)
    const copy = copyOfWorkspace()
    const portal = await ownPortal()
    const { call, token, secret } = await machineOf(portal)
    const team = commandsIn(copy, { PORTAL_URL: portal.url, PORTAL_TOKEN: secret })
    const admins = commandsIn(copy, { PORTAL_URL: portal.url, PORTAL_TOKEN: token })
    const stop = keepPassing(portal.url)
    const readers: Reader[] = []
    const ship = async (version: string, title: string, step: string) => {
      changeDirectory(copy, version, title)
      const published = await team.run('publish', 'directory')
      expect(published.code, published.output).toBe(0)
      const release = releaseIn(published.output)
      const promoted = await admins.run('promote', 'directory', release, '--step', step, ...because)
      expect(promoted.code, promoted.output).toBe(0)
      return release
    }
    try {
      const before = (await call(getPointer, { params })).stable!
      const first = await ship('9.1.0', 'Everyone', '100')
      // Every check passes: none of the known people has a foreign phone number.
      edit(
        path.join(copy, 'mf-directory/src/directory/person-card.tsx'),
        '{person.bio && ',
        String.raw`{person.phone && <p>Area {/^\+1 \((\d{3})\)/.exec(person.phone)![1]}</p>}
      {person.bio && `,
      )
      const second = await ship('9.2.0', 'All of us', '50')
      expect(await call(getPointer, { params })).toMatchObject({
        stable: first,
        candidate: { release: second, step: '50', share: 50 },
      })

      const { one, two, other } = await readersAround(call, second, readers)
      const tabs = {
        one: await opened(browser, portal, one),
        two: await opened(browser, portal, two),
        other: await opened(browser, portal, other),
      }
      for (const again of [false, true]) {
        if (again) await Promise.all(Object.values(tabs).map((tab) => tab.reload()))
        for (const tab of [tabs.one, tabs.two]) {
          await heading(tab, 'All of us')
          await expect(tab.getByText('Area 213').first()).toBeVisible()
        }
        await heading(tabs.other, 'Everyone')
      }

      await call(createDirectoryEntry, {
        form: { name: 'Nia Bevan', role: 'Advisor', type: 'board', phone: '+44 20 7946 0018' },
      })
      // People with the broken release get the other one at once, and so on each visit until it is
      // denied.
      await expect(async () => {
        for (const tab of [tabs.one, tabs.two]) {
          await visitAgain(tab)
          await heading(tab, 'Everyone')
          await expect(tab.getByRole('heading', { name: 'Nia Bevan' })).toBeVisible()
        }
        expect((await call(getPointer, { params })).denied).toEqual([second])
      }).toPass({ timeout: 90_000, intervals: [2500] })
      expect((await call(getPointer, { params })).candidate).toBeUndefined()
      expect(await releasesFor(call, one)).toEqual([first, before])

      const requests: string[] = []
      for (const tab of Object.values(tabs)) {
        tab.on('request', (request) => requests.push(request.url()))
        await visitAgain(tab)
        await heading(tab, 'Everyone')
        await expect(tab.getByRole('heading', { name: 'Nia Bevan' })).toBeVisible()
      }
      expect(requests.some((url) => url.includes(`/remotes/directory/${first}/`))).toBe(true)
      expect(requests.filter((url) => url.includes(`/remotes/directory/${second}/`))).toEqual([])

      await signIn('admin', { url: `${portal.url}/admin` })
      await expect(page.getByRole('list', { name: 'Notices about releases' })).toContainText(
        `The portal has denied ${second} of directory`,
      )
      await page.goto(`${portal.url}/admin/releases?remote=directory`)
      const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
      await expect(history.first()).toContainText(second)
      await expect(history.first()).toContainText('by the portal, by its health')

      const back = await team.run('rollback', 'directory', ...because)
      expect(back.code, back.output).toBe(0)
      for (const tab of Object.values(tabs)) {
        await visitAgain(tab)
        await heading(tab, 'Board & Staff Directory')
        await expect(tab.getByRole('heading', { name: 'Nia Bevan' })).toBeVisible()
      }
      const status = await team.run('status', 'directory')
      expect(status.output).toMatch(
        /denied {5}\S+[^]*rolled back:[^]*denied:[^]*promoted to [^]*promoted to everyone/,
      )
    } finally {
      await stop()
      for (const { uid } of readers) await call(deleteUser, { params: { uid } })
      rmSync(copy, { recursive: true, force: true })
    }
  },
)
