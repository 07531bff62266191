import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { auditChainSuite } from '../../platform/audit/audit-chain-suite.ts'
import { audienceTable } from '../../features/visibility/audience-table-suite.ts'
import { documentStoreHistories } from '../../platform/store/document-store-histories.ts'
import { documentStoreSuite } from '../../platform/store/document-store-suite.ts'
import { twoPortals } from '../../testing/two-portals-suite.ts'
import { startStorageEmulator } from '../gcs/storage-emulator-fixture.ts'
import { openFirestoreStore } from './firestore-document-store.ts'
import { emulatorAbsent, startFirestoreEmulator } from './firestore-emulator-fixture.ts'
import { firestoreRules } from './firestore-rules-suite.ts'
import { firestoreTroubles } from './firestore-troubles-suite.ts'

// A cold emulator on a busy machine takes seconds to respond at first.
const limits = { callLimit: 30_000, contentionLimit: 20_000, transactionLimit: 60_000 }

const emulator = await startFirestoreEmulator()
afterAll(() => emulator?.stop())

if (emulator) {
  const emulatorHost = emulator.host
  /** Each test has its own empty project. */
  const newProject = () => `demo-${randomUUID()}`

  documentStoreSuite('firestore store', async () =>
    openFirestoreStore({ projectId: newProject(), emulatorHost, ...limits }),
  )
  documentStoreHistories('firestore store with concurrent clients', {
    async open() {
      const projectId = newProject()
      return [1, 2].map(() => openFirestoreStore({ projectId, emulatorHost, ...limits }))
    },
    runs: process.env['TEST_LONG'] ? 5 : 1,
  })
  auditChainSuite('the audit’s chains on Firestore', () => {
    const projectId = newProject()
    return { open: async () => openFirestoreStore({ projectId, emulatorHost, ...limits }) }
  })
  // The same table runs on SQLite in every run.
  const atNight = process.env['TEST_LONG'] ? audienceTable : () => undefined
  atNight('who reads an item, on two instances with a Firestore store each', () => {
    const projectId = newProject()
    const open = () => openFirestoreStore({ projectId, emulatorHost, ...limits })
    return [open(), open()]
  })
  firestoreTroubles(emulatorHost)
  // An emulator that was already running has its own rules.
  if (emulator.hasRules) firestoreRules(emulatorHost)
  const storage = await startStorageEmulator()
  afterAll(() => storage.stop())
  twoPortals(emulatorHost, storage.url)
} else if (process.env['CI']) {
  it('has an emulator to test with', () => expect.fail(emulatorAbsent))
} else describe.skip(emulatorAbsent, () => it('firestore store', () => {}))
