import { join } from 'node:path'
import { listVersions } from '@portal/contract/paper-versions'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'
import { countKillSuite } from './count-kill-suite.ts'
import { putVersion } from './stored-version.ts'
import { versionsApi } from './versions-fixture.ts'
import { versionsSuite } from './versions-suite.ts'

countKillSuite('SQLite', async () => {
  const options = { path: join(temporaryFolder(), 'portal.sqlite') }
  const module = import.meta.resolve('../../../adapters/sqlite/sqlite-document-store.ts')
  return { open: async () => openSqliteStore(options), module, opener: 'openSqliteStore', options }
})

versionsSuite('versions of papers on the embedded set', async () => ({}))

it('lists many versions in pages', async () => {
  const { ports, member, write, idOf } = await versionsApi()
  await write('Budget.txt', 'First')
  const id = await idOf('Budget.txt')
  await ports.store.transaction(async (transaction) => {
    for (let number = 2; number <= 450; number += 1) {
      await putVersion(transaction, {
        paper: id,
        number,
        sha256: '0'.repeat(64),
        modified_time: '',
      })
    }
  })
  const numbers: number[] = []
  for (let before: number | undefined; ;) {
    const query = { limit: 200, ...(before === undefined ? {} : { before }) }
    const page = await member(listVersions, { params: { id }, query })
    numbers.push(...page.versions.map(({ number }) => number))
    before = page.next
    if (before === undefined) break
  }
  expect(numbers).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index))
})
