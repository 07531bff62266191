import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { documentStoreSuite } from '../../store/document-store-suite.ts'
import { openFirestoreStore } from './firestore-document-store.ts'
import { emulatorAbsent, startFirestoreEmulator } from './firestore-emulator-fixture.ts'

const emulator = await startFirestoreEmulator()
afterAll(() => emulator?.stop())

if (emulator) {
  const emulatorHost = emulator.host
  /** Each has a project of its own, which is empty. */
  const newProject = () => `demo-${randomUUID()}`

  documentStoreSuite('firestore store', async () =>
    openFirestoreStore({ projectId: newProject(), emulatorHost }),
  )
} else if (process.env['CI']) {
  it('has an emulator to be tested against', () => expect.fail(emulatorAbsent))
} else describe.skip(emulatorAbsent, () => it('firestore store', () => {}))
