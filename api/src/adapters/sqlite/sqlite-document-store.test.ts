import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { documentStoreHistories } from '../../platform/store/document-store-histories.ts'
import { documentStoreSuite } from '../../platform/store/document-store-suite.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { runAndKill } from '../run-and-kill-fixture.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { openSqliteStore } from './sqlite-document-store.ts'

const storeModule = JSON.stringify(join(import.meta.dirname, 'sqlite-document-store.ts'))
const lockModule = JSON.stringify(join(import.meta.dirname, 'data-folder-lock.ts'))

documentStoreSuite('sqlite store', async () =>
  openSqliteStore({ path: join(temporaryFolder(), 'portal.sqlite') }),
)

documentStoreHistories('sqlite store with concurrent clients', {
  open: async () => [openSqliteStore({ path: ':memory:' })],
  runs: process.env['TEST_LONG'] ? 60 : 15,
})

describe('sqlite store', () => {
  it('keeps every acknowledged write, and no partial transaction, when its process is killed', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    await runAndKill(
      `
      import { openSqliteStore } from ${storeModule}
      const store = openSqliteStore({ path: ${JSON.stringify(path)} })
      await store.create('a', 'saved', { n: 0 })
      for (let n = 1; n <= 100; n++) await store.update('a', 'saved', { n }, n)
      await store.transaction(async (transaction) => {
        await transaction.update('a', 'saved', { n: -1 }, 101)
        console.log('inside')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })
      `,
      'inside',
    )
    const store = openSqliteStore({ path })
    expect(await store.get('a', 'saved')).toMatchObject({ n: 100, revision: 101 })
    await store.update('a', 'saved', { n: 101 }, 101)
    await store.close()
  })

  it('refuses with storageFull on a full disk, and keeps the stored data', async () => {
    const store = openSqliteStore({ path: ':memory:', maxPages: 40 })
    await store.create('a', 'x', { n: 1 })
    const big = store.create('a', 'big', { text: 'x'.repeat(500_000) })
    await expect(big).rejects.toMatchObject({ code: 'storageFull' })
    const transaction = store.transaction((tx) =>
      tx.create('a', 'big', { text: 'x'.repeat(500_000) }),
    )
    await expect(transaction).rejects.toMatchObject({ code: 'storageFull' })
    expect(await store.get('a', 'x')).toMatchObject({ n: 1 })
    await store.update('a', 'x', { n: 2 }, 1)
    await store.close()
  })

  it('aborts a transaction that waits for a call to the store outside of it', async () => {
    const store = openSqliteStore({ path: ':memory:', transactionLimit: 30 })
    await expect(store.transaction(() => store.get('a', 'x'))).rejects.toThrow('timed out')
    expect(await store.get('a', 'x')).toBeUndefined()
    await store.close()
  })

  it('has a clear message for a file that isn’t a database', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    await writeFile(path, 'not a database, but long enough to be looked at as one'.repeat(50))
    expect(() => openSqliteStore({ path })).toThrow(`The database ${path} can't be opened`)
  })
})

describe('a damaged database', () => {
  /** Larger than SQLite's in-memory cache. */
  const filled = async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    const store = openSqliteStore({ path })
    await store.transaction(async (transaction) => {
      for (let n = 0; n < 200; n++)
        await transaction.create('a', `${n}`, { text: 'x'.repeat(20_000) })
    })
    await store.close()
    return path
  }
  const damage = async (path: string) =>
    writeFile(path, (await readFile(path)).fill(0xa5, 4096 * 3))

  it('refuses to open a damaged database, with a clear message', async () => {
    const path = await filled()
    await damage(path)
    expect(() => openSqliteStore({ path })).toThrow(
      `The database ${path} is damaged: restore it from a backup.`,
    )
  })

  it('reports damage that occurs while the database is open', async () => {
    const path = await filled()
    const store = openSqliteStore({ path })
    await damage(path)
    const all = await store.list('a').catch((error: unknown) => error)
    expect(all).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is damaged'),
    })
    await store.close()
  })
})

describe('data folder', () => {
  it('refuses the data folder to a second process while the first one runs', async () => {
    const folder = temporaryFolder()
    const release = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow('is in use by another running portal')
    release()
    lockDataFolder(folder)()
  })

  it('keeps the data folder locked when nothing in the program references the lock', async () => {
    const folder = temporaryFolder()
    lockDataFolder(folder)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    await new Promise((resolve) => setTimeout(resolve, 10))
    collect()
    expect(() => lockDataFolder(folder)).toThrow('is in use by another running portal')
  })

  it('releases the data folder when its owner was killed', async () => {
    const folder = temporaryFolder()
    await runAndKill(
      `
      import { lockDataFolder } from ${lockModule}
      lockDataFolder(${JSON.stringify(folder)})
      console.log('locked')
      setTimeout(() => {}, 60_000)
      `,
      'locked',
    )
    lockDataFolder(folder)()
  })

  it('refuses with a clear message if the data folder is a file', async () => {
    const file = join(temporaryFolder(), 'file')
    await writeFile(file, '')
    expect(() => lockDataFolder(file)).toThrow("can't be written to")
  })

  it.skipIf(process.getuid?.() === 0)(
    'explains a read-only data folder in one sentence when the start fails',
    async () => {
      const folder = temporaryFolder()
      await chmod(folder, 0o500)
      expect(() => lockDataFolder(folder)).toThrow("can't be written to")
    },
  )
})
