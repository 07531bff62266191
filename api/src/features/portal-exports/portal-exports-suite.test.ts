import { folderBlobStore } from '../../adapters/folder/folder-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { importSuite } from './import-suite.ts'
import { portalExportsSuite } from './portal-exports-suite.ts'

async function openEmbedded(now?: () => Date) {
  const store = openSqliteStore({ path: ':memory:', ...(now && { now }) })
  return { store, blobs: folderBlobStore(temporaryFolder()) }
}

portalExportsSuite('exports on the embedded adapters', openEmbedded)
importSuite('an archive of an embedded portal, imported into another one', {
  from: openEmbedded,
  to: openEmbedded,
})
