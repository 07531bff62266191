import { afterEach, expect, it } from 'vitest'
import { testApi, type TestApi, type TestApiOptions } from '../../testing/test-api.ts'

let api: TestApi
afterEach(() => api.close())

async function metricsOf(ports: TestApiOptions['ports'] = {}) {
  api = await testApi({ ports })
  const line = (text: string, name: string) =>
    text
      .split('\n')
      .find((each) => each.startsWith(`${name} `))
      ?.slice(name.length + 1)
  return {
    measured: async (name: string) => {
      await api.features.storageUse.measure()
      return line(await api.metrics.text(), name)
    },
    unmeasured: async (name: string) => line(await api.metrics.text(), name),
  }
}

it('sums the stored files by kind', async () => {
  const { measured } = await metricsOf({ databaseSize: async () => 4096 })
  const [current, older] = ['a'.repeat(64), 'b'.repeat(64)]
  await api.putPaper('budget', { sha256: current })
  const sizes = {
    [`originals/${current}`]: 100,
    [`renditions/${current}.pdf`]: 50,
    [`texts/${older}.json`]: 7,
    [`originals/${older}`]: 30,
    [`pictures/${current}-176.webp`]: 3,
    'images/portrait': 4,
    'books/one.pdf': 9,
    'exports/one/1-1': 8,
    'uploads/one/1': 6,
    'remotes/meetings/1.0.0/main.js': 5,
    'release-files/meetings/x': 2,
    'elsewhere/x': 1,
  }
  for (const [key, size] of Object.entries(sizes)) {
    await api.ports.blobs.put(key, new Uint8Array(size))
  }
  const kinds = { papers: 150, versions: 37, pictures: 7, books: 9, exports: 8, uploads: 6 }
  const others = { releases: 7, other: 1, database: 4096 }
  for (const [kind, size] of Object.entries({ ...kinds, ...others })) {
    expect(await measured(`portal_storage_bytes{kind="${kind}"}`), kind).toBe(String(size))
  }
})

it('reads no file when metrics are read', async () => {
  const { measured, unmeasured } = await metricsOf()
  await api.ports.blobs.put('books/one.pdf', new Uint8Array(9))
  expect(await unmeasured('portal_storage_bytes{kind="books"}')).toBeUndefined()
  expect(await measured('portal_storage_bytes{kind="books"}')).toBe('9')
  await api.ports.blobs.delete('books/one.pdf')
  expect(await unmeasured('portal_storage_bytes{kind="books"}')).toBe('9')
})

it('shows the time of the newest backup, and 0 if there is none', async () => {
  let newest: Date | undefined
  const { measured } = await metricsOf({ newestBackup: () => newest })
  const name = 'portal_backup_last_success_timestamp_seconds'
  expect(await measured(name)).toBe('0')
  newest = new Date('2026-11-28T03:15:00Z')
  expect(await measured(name)).toBe(String(newest.getTime() / 1000))
})

it('shows no backup and no free space where neither is known', async () => {
  const { measured } = await metricsOf()
  expect(await measured('portal_backup_last_success_timestamp_seconds')).toBeUndefined()
  expect(await measured('portal_storage_free_bytes')).toBeUndefined()
  await api.close()
  const { unmeasured } = await metricsOf({ freeSpace: async () => 5e9 })
  expect(await unmeasured('portal_storage_free_bytes')).toBe('5000000000')
})
