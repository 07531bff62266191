import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { lookAtPaths } from './look-at-paths.ts'
import { temporaryFolder } from './temporary-folder.ts'

it('sees what is at each path', async () => {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  mkdirSync(at('drive'))
  writeFileSync(at('key.json'), '{}')
  const paths = [at('drive'), at('key.json'), at('missing'), at('key.json/below'), '/dev/null']
  expect(await lookAtPaths(paths)).toEqual(['folder', 'file', 'missing', 'missing', 'other'])
  expect(await lookAtPaths([])).toEqual([])
})

it('waits for an unresponsive path until its time is over, and for no other path', async () => {
  const worker = fileURLToPath(import.meta.resolve('./silent-paths-fixture.ts'))
  const paths = ['/mnt/unresponsive/drive', '/var/lib/board-portal']
  expect(await lookAtPaths(paths, { worker, limit: 1000 })).toEqual(['silent', 'folder'])
})

it('knows nothing if it couldn’t look', async () => {
  expect(await lookAtPaths(['/'], { worker: '/nowhere/worker.ts' })).toEqual(['unknown'])
})
