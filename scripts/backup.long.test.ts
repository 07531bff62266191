import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { makeBackup } from '../api/commands/backup/make-backup.ts'
import { startAuthEmulator } from './auth-emulator.ts'

// The emulator takes ten seconds to start, and longer on a busy machine.
it('a backup contains the current accounts of the sign-in emulator', async () => {
  const dataFolder = path.join(temporaryFolder(), 'data')
  mkdirSync(dataFolder)
  await openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') }).close()
  const emulator = await startAuthEmulator(path.join(dataFolder, 'identity'), 'demo-backup')
  try {
    const address = `${emulator.url}/identitytoolkit.googleapis.com/v1/projects/demo-backup/accounts`
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'maria@larkspur.example', password: 'a-long-password' }),
    })
    expect(response.status).toBe(200)
    const target = path.join(temporaryFolder(), 'backup')
    await makeBackup({ dataFolder, target })
    const accounts = path.join(target, 'identity/accounts/auth_export/accounts.json')
    expect(readFileSync(accounts, 'utf8')).toContain('maria@larkspur.example')
  } finally {
    await emulator.stop()
  }
})
