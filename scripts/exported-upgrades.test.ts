import path from 'node:path'
import { expect, it } from 'vitest'
import { openBlobs } from '../api/src/adapters/open-adapters.ts'
import { memoryBlobStore } from '../api/src/adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { saveArchive } from '../api/src/features/portal-exports/exports-fixture.ts'
import { importArchive } from '../api/src/features/portal-exports/import-archive.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { testApi } from '../api/src/testing/test-api.ts'
import { earlierVersions } from './upgrades/fixtures.ts'
import { restored } from './upgrades/restored-fixture.ts'

const versions =
  process.env['TEST_LONG'] === undefined ? earlierVersions().slice(0, 1) : earlierVersions()

it.each(versions)('imports an export of what the release %s has stored', async (version) => {
  const { dataFolder } = await restored(version)
  const place = { dataFolder, credentialsFile: undefined }
  const api = await testApi({
    ports: {
      store: openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') }),
      blobs: await openBlobs({ ...place, blobs: { kind: 'folder' } }),
    },
  })
  const archive = await saveArchive(api, path.join(temporaryFolder(), 'export.zip'))
  const clock = { at: new Date() }
  const now = () => clock.at
  const [store, draft] = [1, 2].map(() => openSqliteStore({ path: ':memory:', now })) as [
    ReturnType<typeof openSqliteStore>,
    ReturnType<typeof openSqliteStore>,
  ]
  const imported = await importArchive(archive, { store, draft, clock, blobs: memoryBlobStore() })
  expect(imported).toMatchObject({ incomplete: [], without: [] })
  expect(imported.papers).toBeGreaterThan(0)
  for (const collection of ['resource_mappings', 'agendas', 'documents', 'directory']) {
    const ids = async (of: typeof store) =>
      (await of.list(collection)).documents.map(({ id }) => id)
    expect(await ids(store)).toEqual(await ids(api.ports.store))
  }
  await api.close()
})
