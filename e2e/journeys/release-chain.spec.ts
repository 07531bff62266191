import type { Page } from '@playwright/test'
import type { CallInput } from '@portal/contract/endpoint'
import { sendOutcomes } from '@portal/contract/outcomes'
import { tagOf } from '../support/counts.ts'
import { expect, test } from '../support/fixtures.ts'
import { withRecords } from '../support/release-faults.ts'
import { releaseThat, releaseWhose } from '../support/releases.ts'

const altered = '**/remotes/directory/*-altered/'
const someone = (page: Page) => page.getByText('Ingrid Sørensen').first()

type Outcome = CallInput<typeof sendOutcomes>['body']

/** An outcome as the tab reports it. */
function listenTo(page: Page): Outcome[] {
  const outcomes: Outcome[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== sendOutcomes.path) return
    outcomes.push(request.postDataJSON() as Outcome)
  })
  return outcomes
}

/** Each release of the directory with its outcome and the stage it reached. */
const ofDirectory = (outcomes: Outcome[]) =>
  outcomes
    .flatMap(({ outcomes: sent }) => sent)
    .filter(({ remote }) => remote === 'directory')
    .map(({ release, outcome, stage }) =>
      [release.endsWith('-altered') ? 'new' : 'last good', outcome, stage]
        .filter(Boolean)
        .join(' '),
    )

for (const [what, release, stage, isOrdinary] of [
  [
    'throws while it starts',
    (folder: string) => releaseThat(`throw new Error('No.')`, 'directory', folder),
    'start',
    false,
  ],
  ['throws while it is drawn', whose(`() => { throw new Error('No.') }`), 'render', true],
  ['has a screen that never comes', whose(undefined), 'render', false],
] as const) {
  test(
    `a release that ${what} is replaced by the last good one and reported`,
    { tag: tagOf(isOrdinary) },
    async ({ page, ownPortal, signIn }, info) => {
      const portal = await ownPortal({ RELEASES_FOLDER: release(info.outputDir) })
      const outcomes = listenTo(page)
      await signIn('member', { url: `${portal.url}/directory` })
      await expect(someone(page)).toBeVisible({ timeout: 30_000 })
      await expect
        .poll(() => ofDirectory(outcomes).toSorted(), { timeout: 30_000 })
        .toEqual(['last good good', `new failed ${stage}`])
      // All of it under one session id, with the composition that the page was served.
      expect(new Set(outcomes.map(({ session }) => session)).size).toBe(1)
      expect(outcomes[0]!.composition).toMatch(/directory@[^~]*-altered_/)
    },
  )
}

/** A release whose screens render `component` (source code); without one they never load. */
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

for (const [file, stage] of [
  ['container.*.js', 'download'],
  ['screens.*.js', 'render'],
  ['screens.*.css', 'render'],
] as const) {
  test(
    `a changed byte in ${file} is rejected, and the last good release runs`,
    { tag: '@long' },
    async ({ page, ownPortal, signIn }, info) => {
      const portal = await ownPortal({ RELEASES_FOLDER: whole(info.outputDir) })
      let flipped = 0
      await page.route(`${altered}${file}*`, async (route) => {
        const response = await route.fetch()
        const bytes = await response.body()
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
        flipped += 1
        await route.fulfill({ response, body: bytes })
      })
      const outcomes = listenTo(page)
      await signIn('member', { url: `${portal.url}/directory` })
      await expect(someone(page)).toBeVisible()
      expect(flipped).toBeGreaterThan(0)
      await expect
        .poll(() => ofDirectory(outcomes).toSorted(), { timeout: 30_000 })
        .toEqual(['last good good', `new failed ${stage}`])
      if (file === 'container.*.js')
        expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
    },
  )
}

test(
  'a release without the integrity of its script never runs',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    const portal = await ownPortal({ RELEASES_FOLDER: whole(info.outputDir) })
    const outcomes = listenTo(page)
    await signIn('member', { url: portal.url })
    await page.route(`${portal.url}/directory`, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = withRecords(html, (record) =>
        record.release.endsWith('-altered') ? { ...record, files: [] } : record,
      )
      await route.fulfill({ response, body })
    })
    await page.goto(`${portal.url}/directory`)
    await expect(someone(page)).toBeVisible()
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
    await expect
      .poll(() => ofDirectory(outcomes), { timeout: 30_000 })
      .toContain('new failed check')
  },
)

test('outcomes of an override aren’t reported', { tag: '@long' }, async ({ page, signIn }) => {
  const outcomes = listenTo(page)
  await signIn('member', { url: '/directory#mf=directory@http://localhost:9' })
  await expect(page.getByRole('button', { name: 'Leave', exact: true })).toBeVisible()
  await expect(someone(page)).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Leave', exact: true })).toHaveCount(0)
  // The usual tab after it reports, as the one before it would have done.
  await expect.poll(() => outcomes.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(new Set(outcomes.map(({ session }) => session)).size).toBe(1)
  expect(outcomes[0]!.composition).not.toContain('localhost')
})
