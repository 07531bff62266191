import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { expect, it } from 'vitest'
import { examinePortal } from '../api/commands/examine-portal.ts'
import { makeBackup } from '../api/commands/backup/make-backup.ts'
import { restoreBackup } from '../api/commands/backup/restore-backup.ts'
import { listDirectory } from '../api/contract/src/directory.ts'
import { signInByPassword } from '../api/contract/src/own-sign-in.ts'
import { createUser } from '../api/contract/src/users.ts'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { storedAdmins } from '../api/src/platform/identity/admin-list.ts'
import { loggedUrl, start } from '../api/src/testing/start-portal-fixture.ts'
import { createCall } from '../shell/remote-kit/src/client.ts'

const newKey = () => randomBytes(32).toString('hex')

const maria = { email: 'maria.lopez@larkspur.example', password: 'four words of a board' }

/** A portal with its own sign-in. */
async function started(env: Record<string, string>) {
  const portal = start({ IDENTITY: 'portal', ...env })
  await portal.ready
  const call = (headers: Record<string, string>) =>
    createCall({
      baseUrl: loggedUrl(portal.output())!,
      token: async () => undefined,
      fetch: async (input, init) => {
        const all = new Headers(init?.headers)
        for (const [name, value] of Object.entries(headers)) all.set(name, value)
        return fetch(input, { ...init, headers: all })
      },
    })
  return {
    withKey: (key: string) => call({ 'x-admin-key': key }),
    signedIn: (token: string) => call({ authorization: `Bearer ${token}` }),
    output: portal.output,
    stop: async () => {
      portal.child.kill('SIGTERM')
      expect(await portal.ended).toBe(0)
    },
  }
}

it('moves to another machine, with new keys, a new domain and another first admin', async () => {
  const [oldKey, newAdminKey] = [newKey(), newKey()]
  const before = {
    DATA_FOLDER: temporaryFolder(),
    ADMIN_API_KEY: oldKey,
    FOUNDATION_DOMAIN: 'larkspur.example',
    DEFAULT_ADMIN_EMAIL: 'ruth.abelman@larkspur.example',
  }
  const old = await started(before)
  await old.withKey(oldKey)(createUser, { body: { ...maria, displayName: 'Maria Lopez' } })
  const outcome = await old.signedIn('')(signInByPassword, { body: maria })
  if (outcome.kind !== 'signedIn') throw new Error('A code is needed.')
  await old.stop()
  const backup = path.join(temporaryFolder(), 'backup')
  await makeBackup({ dataFolder: before.DATA_FOLDER, target: backup, withDrive: true })

  const dataFolder = path.join(temporaryFolder(), 'data')
  await restoreBackup({ backup, dataFolder })
  const after = {
    DATA_FOLDER: dataFolder,
    ADMIN_API_KEY: newAdminKey,
    ADMIN_API_KEY_PREVIOUS: oldKey,
    PUBLIC_URL: 'https://board.wrenhill.example',
    FOUNDATION_DOMAIN: 'wrenhill.example',
    DEFAULT_ADMIN_EMAIL: 'wei.chen@wrenhill.example',
    // Can be resolved without a network connection.
    EMBED_HOSTS: '127.0.0.1',
  }
  const { findings } = await examinePortal({ ...after, IDENTITY: 'portal' })
  const verdicts = Object.fromEntries(findings.map(({ part, verdict }) => [part, verdict]))
  expect(verdicts).toMatchObject({ database: 'ok', files: 'ok', audit: 'ok', secrets: 'caution' })

  const moved = await started(after)
  // Nobody signs in again, and both keys are let in.
  await moved.signedIn(outcome.token)(listDirectory)
  for (const [key, name] of [
    [oldKey, 'sent with the old key'],
    [newAdminKey, 'sent with the new key'],
  ] as const) {
    const email = `${name.replaceAll(' ', '.')}@wrenhill.example`
    const body = { email, password: maria.password, displayName: name }
    expect(await moved.withKey(key)(createUser, { body })).toMatchObject({ email })
  }
  await expect.poll(moved.output).toContain('No longer admins: ruth.abelman@larkspur.example')
  await moved.stop()
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  expect(await storedAdmins(store)).toEqual([
    'ruth.abelman@larkspur.example',
    'wei.chen@wrenhill.example',
  ])
  await store.close()
})
