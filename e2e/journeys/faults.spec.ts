import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createCall } from '@portal/remote-kit/client'
import { listDocuments } from '@portal/contract/documents'
import { getSyncStatus } from '@portal/contract/sync'
import getPort from 'get-port'
import { runPortal } from '../../scripts/portal.ts'
import { adminToken } from '../bench/session.ts'
import { expect, type OwnPortal, test } from '../support/fixtures.ts'

async function callOf(portal: OwnPortal) {
  const token = await adminToken(portal.url)
  return createCall({ baseUrl: portal.url, token: async () => token })
}

function papersOf(portal: OwnPortal): string[] {
  const drive = path.join(portal.dataFolder, 'drive')
  return readdirSync(drive, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => path.join(drive, name))
}

test(
  'a kill -9 during a sync loses nothing, and the next start completes the sync',
  { tag: '@long' },
  async ({ portalProcess, signIn, page }) => {
    test.setTimeout(120_000)
    const portal = await portalProcess()
    const before = (await (await callOf(portal))(listDocuments)).length
    const drive = path.join(portal.dataFolder, 'drive')
    const papers = papersOf(portal)
    for (let copy = 0; copy < 40; copy += 1) {
      copyFileSync(papers[copy % papers.length]!, path.join(drive, `Dropped ${copy}.pdf`))
      // Unique content, so that each file has to be processed.
      writeFileSync(path.join(drive, `Dropped ${copy}.pdf`), `\n% ${copy}\n`, { flag: 'a' })
    }
    await signIn('admin', { url: `${portal.url}/admin/meetings/resource-mappings` })
    await page.getByRole('button', { name: 'Sync the drive folder' }).click()
    await delay(700)
    await portal.kill()
    const call = await callOf(portal)
    await expect
      .poll(async () => (await call(getSyncStatus)).status, { timeout: 60_000 })
      .toBe('completed')
    expect((await call(listDocuments)).length).toBe(before + 40)
  },
)

test(
  'a broken PDF is kept, reported and served as it is',
  { tag: '@long' },
  async ({ ownPortal, signIn, page }) => {
    const portal = await ownPortal()
    writeFileSync(path.join(portal.dataFolder, 'drive', 'Torn.pdf'), '%PDF-1.7\nthis is torn')
    await signIn('admin', { url: `${portal.url}/admin/meetings/resource-mappings` })
    await page.getByRole('button', { name: 'Sync the drive folder' }).click()
    await expect(page.getByText(/Sync complete/).first()).toBeVisible()
    const torn = (await (await callOf(portal))(listDocuments)).find(
      ({ name }) => name === 'Torn.pdf',
    )!
    expect(torn.condition).toBe('broken')
    await page.goto(`${portal.url}/resources/view/${torn.id}`)
    await expect(page.getByText(/Failed to load PDF|Error Loading Document/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('link', { name: /Download/ }).first()).toBeVisible()
  },
)

test('a data folder without write access is refused with one sentence', async () => {
  test.skip(
    process.getuid?.() === 0 && !canMount(),
    'root writes everywhere, and no read-only mount can be made here',
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-closed-'))
  const undo = close(folder)
  try {
    const refused = runPortal({
      port: await getPort(),
      dataFolder: folder,
      emulator: { url: process.env['PORTAL_EMULATOR']!, stop: async () => {} },
    })
    await expect(refused).rejects.toThrow(/^[^\n]*(written|writable|write)[^\n]*$/i)
    expect(existsSync(path.join(folder, 'portal.sqlite'))).toBe(false)
  } finally {
    undo()
    rmSync(folder, { recursive: true, force: true })
  }
})

function canMount(): boolean {
  return spawnSync('unshare', ['--mount', 'true']).status === 0
}

/** Makes a folder read-only: by its mode, or for root by a read-only mount. */
function close(folder: string): () => void {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500)
    return () => chmodSync(folder, 0o700)
  }
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder])
  return () => void spawnSync('umount', [folder])
}
