import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { claimDataFolder, openStore } from './open-store.ts'

const now = () => new Date()

it('explains why Firestore can’t be used', async () => {
  // Accepts connections but never responds.
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const opening = openStore({
    store: {
      kind: 'firestore',
      projectId: 'demo-portal',
      database: undefined,
      emulatorHost: `127.0.0.1:${port}`,
    },
    dataFolder: '/nowhere',
    credentialsFile: undefined,
    now,
    timeout: 0,
  })
  await expect(opening).rejects.toMatchObject({
    name: 'StoreOpenError',
    message:
      'The Firestore database (default) of the project demo-portal can’t be used: it doesn’t respond. Check the network and the credentials.',
  })
  silent.close()
})

it('reports an unusable key file without quoting its content', async () => {
  const file = join(temporaryFolder(), 'key.json')
  writeFileSync(file, 'SECRET that is no JSON')
  const opening = openStore({
    store: {
      kind: 'firestore',
      projectId: 'larkspur',
      database: 'portal',
      emulatorHost: undefined,
    },
    dataFolder: '/nowhere',
    credentialsFile: file,
    now,
  })
  await expect(opening).rejects.toMatchObject({
    name: 'StoreOpenError',
    message: `The Firestore database portal of the project larkspur can’t be used: there are no credentials. Check ${file}.`,
  })
})

it('lets several processes share a data folder without a database', async () => {
  const folder = temporaryFolder()
  const release = await claimDataFolder(folder, { isShared: true })
  await claimDataFolder(folder, { isShared: true })
  release()
  const end = await claimDataFolder(folder, { isShared: false })
  await expect(claimDataFolder(folder, { isShared: false })).rejects.toThrow('is in use by another')
  end()
})
