import { sendOutcomes } from '@portal/contract/outcomes'
import { windows } from '../support/counts.ts'
import { expect, test } from '../support/fixtures.ts'
import { releaseThat } from '../support/releases.ts'

declare global {
  var beats: number
}

test('a tab that stops answering is reported by the next one, which runs the last good release', async ({
  context,
  page,
  ownPortal,
  signIn,
}, info) => {
  test.setTimeout(120_000)
  // Waits for an answer without running anything: a loop would keep a processor busy.
  const hangs = `document.documentElement.dataset.hangs = ''
addEventListener('keydown', ({ key }) => {
  if (key !== 'F9') return
  const request = new XMLHttpRequest()
  request.open('GET', '/never-answered', false)
  request.send()
})`
  await page.route('**/never-answered', () => {})
  const portal = await ownPortal({
    RELEASES_FOLDER: releaseThat(hangs, 'directory', info.outputDir),
  })
  const directory = `${portal.url}/directory`
  await page.addInitScript(() => {
    globalThis.beats = 0
    globalThis.Worker = class extends Worker {
      override postMessage(message: object) {
        super.postMessage(message, [])
        if ('state' in message) globalThis.beats += 1
      }
    }
  })
  await signIn('member', { url: directory })
  const heading = page.getByRole('heading', { level: 1, name: /Directory$/ })
  await expect(heading).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-hangs')
  // The worker knows what is on the page.
  await expect.poll(() => page.evaluate(() => globalThis.beats)).toBeGreaterThan(0)
  page.keyboard.press('F9').catch(() => {})

  const next = await context.newPage()
  await next.goto(`${portal.url}/api/config`)
  const stored = () =>
    next.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('portal.stopped-tabs')
          opening.onsuccess = () => {
            const count = opening.result.transaction('tabs').objectStore('tabs').count()
            count.onsuccess = () => resolve(count.result)
            opening.result.close()
          }
        }),
    )
  await expect.poll(stored, { timeout: 30_000 }).toBe(1)
  const sent = next.waitForRequest(
    (request) => request.postData()?.includes('unresponsive') === true,
  )
  await next.goto(directory)
  await expect(next.getByRole('heading', { level: 1, name: /Directory$/ })).toBeVisible()
  const request = await sent
  expect(new URL(request.url()).pathname).toBe(sendOutcomes.path)
  const { outcomes } = request.postDataJSON() as { outcomes: unknown[] }
  const release = expect.stringMatching(/-altered$/)
  expect(outcomes).toEqual([
    {
      remote: 'directory',
      release,
      outcome: 'failed',
      stage: 'render',
      kind: 'unresponsive',
      route: '/directory',
      message: expect.stringMatching(/^directory@\S+ stopped answering$/),
    },
  ])
  await expect(next.locator('html')).not.toHaveAttribute('data-hangs')
})

test(
  'what a release changes in the browser is put back, and the next page runs the last good release',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    const changes = `document.documentElement.dataset.changes = ''
addEventListener('keydown', ({ key }) => {
  if (key === 'F9') globalThis.fetch = () => new Promise(() => {})
})`
    const portal = await ownPortal({
      RELEASES_FOLDER: releaseThat(changes, 'directory', info.outputDir),
    })
    const heading = page.getByRole('heading', { level: 1, name: /Directory$/ })
    const reported = (outcome: string) =>
      page.waitForRequest(
        (request) =>
          request.url().endsWith(sendOutcomes.path) && request.postData()!.includes(outcome),
      )
    const works = reported('"outcome":"good"')
    await signIn('member', { url: `${portal.url}/directory` })
    await expect(heading).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-changes')
    // Until this is sent, the page may still be asking for the token of every report, with `fetch`.
    await works
    const failed = reported('"kind":"frame"')
    await page.keyboard.press('F9')
    await failed
    // Another part of the same page works.
    await page.getByRole('link', { name: 'Board Calendar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()

    await page.goto(`${portal.url}/directory`)
    await expect(heading).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-changes')
  },
)

for (const { width, height } of windows)
  test(
    `a part that loops while the page loads is reported by the next page, which runs the last good release, at ${width} px`,
    { tag: '@long' },
    async ({ context, page, ownPortal, signIn }, info) => {
      await page.setViewportSize({ width, height })
      const hangs = `document.documentElement.dataset.hangs = ''
setTimeout(() => {
  const request = new XMLHttpRequest()
  request.open('GET', '/never-answered', false)
  request.send()
})`
      await page.route('**/never-answered', () => {})
      const portal = await ownPortal({
        RELEASES_FOLDER: releaseThat(hangs, 'governance', info.outputDir),
      })
      // A screen of another remote; its page runs nothing of the one that loops.
      await signIn('member', { url: `${portal.url}/directory` })
      await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
      page.goto(portal.url).catch(() => {})
      const next = await context.newPage()
      await next.setViewportSize({ width, height })
      await next.goto(`${portal.url}/healthz`)
      const marks = () => next.evaluate(() => localStorage.getItem('portal.loads') ?? '')
      await expect.poll(marks).toContain('governance')

      // The page has been silent for ten seconds by the next page's clock.
      await next.addInitScript(() => {
        const now = Date.now.bind(Date)
        Date.now = () => now() + 11_000
      })
      const sent = next.waitForRequest(
        (request) => request.postData()?.includes('unresponsive') === true,
      )
      await next.goto(portal.url)
      await expect(next.getByText('Upcoming Meeting')).toBeVisible()
      await expect(next.getByRole('link', { name: /^Board Materials/ })).toBeVisible()
      await expect(next.locator('html')).not.toHaveAttribute('data-hangs')
      const { outcomes } = (await sent).postDataJSON() as { outcomes: unknown[] }
      expect(outcomes).toContainEqual({
        remote: 'governance',
        release: expect.stringMatching(/-altered$/),
        outcome: 'failed',
        stage: 'render',
        kind: 'unresponsive',
        message: expect.stringMatching(/^governance@\S+ stopped answering$/),
      })
    },
  )
