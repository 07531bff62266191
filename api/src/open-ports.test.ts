import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseSettings } from './platform/env/env.ts'
import { portOpeners } from './open-ports.ts'
import { temporaryFolder } from './platform/files/temporary-folder.ts'

it.each([
  ['keeps what another instance is storing in the data folder', 'firestore', ['half']],
  ['deletes what a killed process was storing in its own data folder', 'sqlite', []],
])('%s', async (_, store, left) => {
  const dataFolder = temporaryFolder()
  const incoming = join(dataFolder, 'blobs/.incoming')
  mkdirSync(incoming, { recursive: true })
  writeFileSync(join(incoming, 'half'), 'half of a paper')
  const emulator = { FIREBASE_PROJECT_ID: 'demo-portal', FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' }
  const env = { DATA_FOLDER: dataFolder, STORE: store, ...emulator }
  await portOpeners(parseSettings(env), { now: () => new Date() }).blobs()
  expect(readdirSync(incoming)).toEqual(left)
})
