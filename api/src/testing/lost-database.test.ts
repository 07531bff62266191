import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { start } from './start-portal-fixture.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'

const leaveFile = (dataFolder: string) => {
  mkdirSync(join(dataFolder, 'blobs/originals'), { recursive: true })
  writeFileSync(join(dataFolder, 'blobs/originals/paper'), 'paper')
}

it('refuses to start with an empty or missing database next to stored files', async () => {
  const harms = [
    (_folder: string) => undefined,
    (folder: string) => writeFileSync(join(folder, 'portal.sqlite'), ''),
  ]
  for (const harm of harms) {
    const dataFolder = temporaryFolder()
    leaveFile(dataFolder)
    harm(dataFolder)
    const portal = start({ DATA_FOLDER: dataFolder })
    expect(await portal.ended).toBe(1)
    expect(portal.output()).toContain('restore the database from a backup')
  }
})

it('starts with stored files and a database that has documents', async () => {
  const dataFolder = temporaryFolder()
  leaveFile(dataFolder)
  const store = openSqliteStore({ path: join(dataFolder, 'portal.sqlite') })
  await store.create('documents', 'budget', { title: 'Budget', sha256: 'a'.repeat(64) })
  await store.close()
  const portal = start({ DATA_FOLDER: dataFolder })
  await portal.ready
  expect(portal.output()).toContain('"msg":"ready"')
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
})
