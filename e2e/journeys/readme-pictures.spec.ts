import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from '../support/fixtures.ts'
import { controlsOf, differenceOf, mostDifference } from '../snapshots/picture-difference.ts'

const root = path.resolve(import.meta.dirname, '../..')
const pictureOf = (name: string) => path.join(root, `docs/pictures/${name}.webp`)

test('the README’s pictures show today’s screens', { tag: '@long' }, async ({ ownPortal }) => {
  const portal = await ownPortal()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['e2e/snapshots/take.ts', '--pictures', '--check'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, PORTAL_URL: portal.url } },
  )
  expect(status, stdout + stderr).toBe(0)
  expect(stdout.match(/^Compared /gm)).toHaveLength(5)
})

test('a screen that has changed since its picture was taken is found', async ({ page }) => {
  const dashboard = pictureOf('dashboard')
  expect(await differenceOf(dashboard, dashboard)).toBe(0)
  expect(await differenceOf(pictureOf('readiness'), dashboard)).toBeGreaterThan(mostDifference)

  const screen = '<h1>Good morning, Maria</h1><button>Join</button><p>3 papers</p>'
  await page.setContent(screen)
  const before = await controlsOf(page)
  await page.setContent(screen.replace('morning', 'evening').replace('3', '4'))
  expect(await controlsOf(page)).toEqual(before)
  await page.setContent(`${screen}<nav><a href="/search">Search</a></nav>`)
  expect(await controlsOf(page)).toEqual([...before, 'link: Search'])
})
