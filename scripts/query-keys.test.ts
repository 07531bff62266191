import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { foreignKeys } from './query-keys.ts'

const root = path.resolve(import.meta.dirname, '..')
const folders = [
  ...globSync('mf-*', { cwd: root }).map((folder) => ({ folder, remote: folder.slice(3) })),
  { folder: 'shell/remote-kit/template', remote: 'example' },
]

describe('the keys of queries', () => {
  it.each(folders)('requires the remote’s name first in $folder', ({ folder, remote }) => {
    const files = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root })
    expect(files.length).toBeGreaterThan(4)
    const foreign = files.flatMap((file) => {
      const keys = foreignKeys(remote, readFileSync(path.join(root, file), 'utf8'))
      return keys.map((key) => `${file}: ${key}`)
    })
    expect(foreign).toEqual([])
  })

  it.each([
    [`queryOptions({ queryKey: ['mappings'] })`, '["mappings"]'],
    [`const documentsKey = ['documents']`, '["documents"]'],
    [`const agendaKey = ({ year }: Quarter) => ['agenda', year]`, '["agenda", "year"]'],
    [`function agendaKey(id: string) { return ['agenda', id] }`, '["agenda", "id"]'],
    [`client.setQueryData<Entry[]>(['directory'], [])`, '["directory"]'],
    [
      `void client.invalidateQueries({ queryKey: ['governance', 'search'] })`,
      '["governance", "search"]',
    ],
    [`const own = { queryKey: [] }`, '[]'],
    [`adminQuery(call, listUsers, ['users'])`, '["users"]'],
    [`useChange(send, { stale: [usersKey, ['users']] })`, '["users"]'],
    [`useChange(send, { supersedes: ['users'] })`, '["users"]'],
  ])('distinguishes the key from those of other remotes: %s', (source, key) => {
    expect(foreignKeys('admin', source)).toEqual([key])
  })

  it.each([
    `queryOptions({ queryKey: ['admin', 'users'] })`,
    `const usersKey = ['admin', 'users'] as const`,
    `adminQuery(call, listUsers, ['admin', 'users'])`,
    `useChange(send, { stale: [['admin', 'users'], usersKey], staleShared: [mappingsKey] })`,
    `client.setQueryData([...releasesKey, remote], saved)`,
    `void invalidateShared(client, mappingsKey)`,
  ])('accepts the remote’s own key, or the kit’s: %s', (source) => {
    expect(foreignKeys('admin', source)).toEqual([])
  })
})
