import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import getPort from 'get-port'
import { portIsTaken } from '../../scripts/ports.ts'
import { shownInTools } from '../support/federation-tools.ts'
import { enter, expect, test } from '../support/fixtures.ts'
import { copyOfWorkspace, edit } from '../support/workspace-copy.ts'

/** A free port with free ports ten and eleven above it for the dev servers. */
async function freePort(): Promise<number> {
  const port = await getPort()
  const taken = await Promise.all([10, 11].map((above) => portIsTaken(port + above)))
  return taken.includes(true) ? freePort() : port
}

test(
  'dev updates an edited screen of a remote and of the shell in place, and keeps typed text',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(240_000)
    const copy = copyOfWorkspace()
    const dataFolder = path.join(copy, '.data')
    mkdirSync(dataFolder)
    const port = await freePort()
    const dev = spawn(process.execPath, ['scripts/dev.ts', 'directory'], {
      cwd: copy,
      detached: true,
      env: { ...process.env, PORT: String(port), DATA_FOLDER: dataFolder },
    })
    let output = ''
    dev.stdout.on('data', (text: Buffer) => (output += text.toString()))
    dev.stderr.on('data', (text: Buffer) => (output += text.toString()))
    const ended = once(dev, 'exit')
    try {
      await expect
        .poll(() => output, { timeout: 120_000 })
        .toContain('hot reload of shell, directory')
      // Not a saved session: this portal has accounts of its own, and ends the sign-ins of others.
      await page.goto(`http://localhost:${port}/directory`)
      await enter(page, 'member')
      await page.getByRole('searchbox').fill('ma')
      expect(await shownInTools(page)).toEqual([
        'shell',
        expect.stringMatching(/^directory_dev:http:/),
      ])
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''))

      edit(
        path.join(copy, 'mf-directory/src/directory/directory-screen.tsx'),
        'title="Board & Staff Directory"',
        'title="Everyone"',
      )
      await expect(page.getByRole('heading', { level: 1, name: 'Everyone' })).toBeVisible()

      edit(
        path.join(copy, 'shell/src/frame/navigation.tsx'),
        'aria-label="Main"',
        'aria-label="Menu"',
      )
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()

      await expect(page.getByRole('searchbox')).toHaveValue('ma')
      await expect(page.locator('body[data-same-page]')).toBeVisible()
    } finally {
      process.kill(-dev.pid!, 'SIGINT')
      await ended
      rmSync(copy, { recursive: true, force: true })
    }
  },
)
