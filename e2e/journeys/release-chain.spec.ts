import type { Page } from '@playwright/test'
import type { CallInput } from '@portal/contract/endpoint'
import { sendOutcomes } from '@portal/contract/outcomes'
import { expect, test } from '../support/fixtures.ts'
import { withRecords } from '../support/release-faults.ts'
import { releaseThat, releaseWhose } from '../support/releases.ts'

const altered = '**/remotes/directory/*-altered/'
const someone = (page: Page) => page.getByText('Ingrid Sørensen').first()

type Told = CallInput<typeof sendOutcomes>['body']

/** What the tab tells of its releases, as it tells it. */
function listenTo(page: Page): Told[] {
  const told: Told[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== sendOutcomes.path) return
    told.push(request.postDataJSON() as Told)
  })
  return told
}

/** Each release of the directory with its outcome and how far it came. */
const ofDirectory = (told: Told[]) =>
  told
    .flatMap(({ outcomes }) => outcomes)
    .filter(({ remote }) => remote === 'directory')
    .map(({ release, outcome, stage }) =>
      [release.endsWith('-altered') ? 'new' : 'last good', outcome, stage]
        .filter(Boolean)
        .join(' '),
    )

for (const [what, release, stage] of [
  [
    'throws while it starts',
    (folder: string) => releaseThat(`throw new Error('No.')`, 'directory', folder),
    'start',
  ],
  ['throws while it is drawn', whose(`() => { throw new Error('No.') }`), 'render'],
  ['waits for ever while it is drawn', whose(`() => { throw new Promise(() => {}) }`), 'render'],
  ['has a screen that never comes', whose(undefined), 'render'],
] as const) {
  test(`a release that ${what} gives way to the last good one, and is told of`, async ({
    page,
    ownPortal,
    signIn,
  }, info) => {
    const portal = await ownPortal({ RELEASES_FOLDER: release(info.outputDir) })
    const told = listenTo(page)
    await signIn('member', { url: `${portal.url}/directory` })
    await expect(someone(page)).toBeVisible({ timeout: 30_000 })
    await expect
      .poll(() => ofDirectory(told).toSorted(), { timeout: 30_000 })
      .toEqual(['last good good', `new failed ${stage}`])
    // All of it under one id of the tab, and by the composition that it was sent.
    expect(new Set(told.map(({ session }) => session)).size).toBe(1)
    expect(told[0]!.composition).toMatch(/directory@[^~]*-altered_/)
  })
}

/** A release whose screens draw what `component`, a source, draws; without one they never come. */
function whose(component: string | undefined): (folder: string) => string {
  const screen = component === undefined ? 'new Promise(() => {})' : `({ Component: ${component} })`
  const change = `(remote) => ({
    ...remote,
    routes: remote.routes.map((route) => ({
      ...route,
      lazy: async () => ${screen},
    })),
  })`
  return (folder) => releaseWhose(change, 'directory', folder)
}

const whole = (folder: string) => releaseThat('globalThis.altered = true', 'directory', folder)

for (const file of ['container.*.js', 'styles.*.css']) {
  test(`a flipped byte in ${file} is refused, and the last good release runs`, async ({
    page,
    ownPortal,
    signIn,
  }, info) => {
    const portal = await ownPortal({ RELEASES_FOLDER: whole(info.outputDir) })
    let flipped = 0
    await page.route(`${altered}${file}*`, async (route) => {
      const response = await route.fetch()
      const bytes = await response.body()
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
      flipped += 1
      await route.fulfill({ response, body: bytes })
    })
    const told = listenTo(page)
    await signIn('member', { url: `${portal.url}/directory` })
    await expect(someone(page)).toBeVisible()
    expect(flipped).toBeGreaterThan(0)
    await expect
      .poll(() => ofDirectory(told).toSorted(), { timeout: 30_000 })
      .toEqual(['last good good', 'new failed download'])
    if (file.endsWith('.js')) expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
  })
}

test('a release that doesn’t say what its script must be never runs', async ({
  page,
  ownPortal,
  signIn,
}, info) => {
  const portal = await ownPortal({ RELEASES_FOLDER: whole(info.outputDir) })
  const told = listenTo(page)
  await signIn('member', { url: portal.url })
  await page.route(`${portal.url}/directory`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = withRecords(html, (one) =>
      one.release.endsWith('-altered') ? { ...one, files: [] } : one,
    )
    await route.fulfill({ response, body })
  })
  await page.goto(`${portal.url}/directory`)
  await expect(someone(page)).toBeVisible()
  expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
  await expect.poll(() => ofDirectory(told), { timeout: 30_000 }).toContain('new failed check')
})

test('what somebody tries out in a tab is not told of', async ({ page, signIn }) => {
  const told = listenTo(page)
  await signIn('member', { url: '/directory#mf=directory@http://localhost:9' })
  await expect(page.getByRole('button', { name: 'Leave', exact: true })).toBeVisible()
  await expect(someone(page)).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Leave', exact: true })).toHaveCount(0)
  // The usual tab after it tells, and so would the one before it have done.
  await expect.poll(() => told.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(new Set(told.map(({ session }) => session)).size).toBe(1)
  expect(told[0]!.composition).not.toContain('localhost')
})
