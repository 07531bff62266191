import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { rollingDeployment } from '../../../../scripts/upgrades/rolling-deployment-suite.ts'
import { countKillSuite } from '../../features/documents/versions/count-kill-suite.ts'
import type { PapersDrive } from '../../features/documents/versions/versions-fixture.ts'
import { versionsSuite } from '../../features/documents/versions/versions-suite.ts'
import { notesPolicySuite } from '../../features/notes/notes-policy-suite.ts'
import { earlierNotesSuite } from '../../features/notes/earlier-notes-suite.ts'
import { notesSuite } from '../../features/notes/notes-suite.ts'
import { withdrawnQuotationsSuite } from '../../features/notes/withdrawn-quotations-suite.ts'
import { importSuite } from '../../features/portal-exports/import-suite.ts'
import { portalExportsSuite } from '../../features/portal-exports/portal-exports-suite.ts'
import { readingSuite } from '../../features/reading/reading-suite.ts'
import { gcsBlobStore } from '../gcs/gcs-blob-store.ts'
import { startStorageEmulator } from '../gcs/storage-emulator-fixture.ts'
import { openBoard } from '../google/stand-in/google-board.ts'
import { memoryBlobStore } from '../memory/memory-blob-store.ts'
import { portalSignInSuite } from '../portal/portal-sign-in-suite.ts'
import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { openFirestoreStore } from './firestore-document-store.ts'
import { emulatorAbsent, startFirestoreEmulator } from './firestore-emulator-fixture.ts'

// Tests features on all production adapters together. Every run tests each adapter's contract, and the features on
// SQLite, and two portals on one Firestore database.

// A cold emulator on a busy machine takes seconds to respond at first.
const limits = { callLimit: 30_000, contentionLimit: 20_000, transactionLimit: 60_000 }

/** Google Drive's stand-in, with the papers in its root. */
async function boardPapers(): Promise<PapersDrive> {
  const { drive, tree, root, google } = await openBoard()
  const ids = new Map<string, string>()
  return {
    drive,
    async put(name, bytes) {
      const id = ids.get(name)
      if (id !== undefined) {
        if (tree.entries.get(id)!.trashed) tree.restore(id)
        return tree.edit(id, bytes)
      }
      const type = name.endsWith('.pdf') ? 'application/pdf' : 'text/plain'
      ids.set(name, tree.put(name, root, bytes, type))
    },
    async lose(name) {
      tree.trash(ids.get(name)!)
    },
    close: google.stop,
  }
}

const emulator = await startFirestoreEmulator()
afterAll(() => emulator?.stop())

if (emulator) {
  const emulatorHost = emulator.host
  /** Each test has its own empty project. */
  const newProject = () => `demo-${randomUUID()}`
  const storage = await startStorageEmulator()
  afterAll(() => storage.stop())
  const openStore = (projectId: string, now: () => Date = () => new Date()) =>
    openFirestoreStore({ projectId, emulatorHost, now, ...limits })
  const openBucket = () => gcsBlobStore({ bucket: randomUUID(), apiEndpoint: storage.url })

  versionsSuite('versions of papers on Firestore, Cloud Storage and Google Drive', async () => {
    const papers = await boardPapers()
    return { papers, ports: { store: openStore(newProject()), blobs: openBucket() } }
  })
  countKillSuite('Firestore', async () => {
    const options = { projectId: newProject(), emulatorHost, ...limits }
    const module = import.meta.resolve('./firestore-document-store.ts')
    const open = async () => openFirestoreStore(options)
    return { open, module, opener: 'openFirestoreStore', options }
  })
  readingSuite('reading on Firestore and Cloud Storage', async () => {
    const projectId = newProject()
    const blobs = openBucket()
    return {
      here: { store: openStore(projectId), blobs },
      there: { store: openStore(projectId), blobs },
    }
  })
  const openEmptyStore = async () => openStore(newProject())
  notesSuite('notes on Firestore', openEmptyStore)
  earlierNotesSuite('notes on earlier papers on Firestore', openEmptyStore)
  notesPolicySuite('the policy for notes on Firestore', openEmptyStore)
  withdrawnQuotationsSuite('withdrawn quotations on Firestore', openEmptyStore)

  const openProduction = async (now?: () => Date) => ({
    store: openStore(newProject(), now),
    blobs: openBucket(),
  })
  const openEmbedded = async (now: () => Date = () => new Date()) => ({
    store: openSqliteStore({ path: ':memory:', now }),
    blobs: memoryBlobStore(now),
  })
  portalExportsSuite('exports on Firestore and Cloud Storage', openProduction)
  importSuite('an archive of an embedded portal, imported into Firestore and Cloud Storage', {
    from: openEmbedded,
    to: openProduction,
  })
  importSuite('an archive from Firestore and Cloud Storage, imported into an embedded portal', {
    from: openProduction,
    to: openEmbedded,
  })
  portalSignInSuite('on Firestore', openEmptyStore)
  rollingDeployment(emulatorHost)
} else if (process.env['CI']) {
  it('has an emulator to test with', () => expect.fail(emulatorAbsent))
} else describe.skip(emulatorAbsent, () => it('papers on the production adapters', () => {}))
