import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createCall } from '../contract/src/client.ts'
import { getMapping, saveMapping } from '../contract/src/mappings.ts'
import { start, loggedUrl } from './start-portal-fixture.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { testPeople, unsignedToken } from './testing.ts'

/** A disk of 64 MB; undefined if this user may not mount one. */
function mountDisk(): string | undefined {
  const folder = temporaryFolder()
  const mount = ['-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'tmpfs', folder]
  if (spawnSync('mount', mount).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills the disk to its last byte. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      const bytes = Buffer.alloc(size)
      try {
        for (;;) if (writeSync(handle, bytes) === 0) break
      } catch {
        // Full for pieces of this size.
      }
    }
  } finally {
    closeSync(handle)
  }
}

async function diskStatus(portalUrl: string): Promise<unknown> {
  const response = await fetch(`${portalUrl}/readyz`)
  const { parts } = (await response.json()) as { parts: { disk?: { status: string } } }
  return [response.status, parts.disk?.status]
}

it('reports a full disk, and keeps serving reads, also after a restart or a kill', async ({
  skip,
}) => {
  const disk = mountDisk()
  if (disk === undefined) return skip('a small disk can only be mounted by root')
  const dataFolder = join(disk, 'data')
  mkdirSync(dataFolder)
  const callOf = (baseUrl: string) =>
    createCall({
      baseUrl,
      token: async () => unsignedToken(testPeople.admin, 'demo-board-portal', new Date()),
    })
  const params = { id: 'governance-bylaws' }

  let portal = start({ DATA_FOLDER: dataFolder })
  await portal.ready
  let address = loggedUrl(portal.said())!
  await callOf(address)(saveMapping, { params, body: { title: 'Bylaws' }, revision: 'new' })
  expect(await diskStatus(address)).toEqual([200, 'ok'])
  fill(join(disk, 'other'))

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    expect(await diskStatus(address)).toEqual([200, 'failing'])
    expect(await callOf(address)(getMapping, { params })).toMatchObject({ title: 'Bylaws' })
    const saving = callOf(address)(saveMapping, {
      params,
      body: { title: 'Another title' },
      revision: 1,
    })
    await expect(saving).rejects.toMatchObject({ code: 'storageFull' })
    portal.child.kill(signal)
    await portal.ended
    portal = start({ DATA_FOLDER: dataFolder })
    await portal.ready
    expect(portal.said()).toContain('"msg":"ready"')
    address = loggedUrl(portal.said())!
  }
  expect(await callOf(address)(getMapping, { params })).toMatchObject({ title: 'Bylaws' })

  rmSync(join(disk, 'other'))
  expect(await diskStatus(address)).toEqual([200, 'ok'])
  await callOf(address)(saveMapping, { params, body: { title: 'Rules' }, revision: 1 })
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
})
