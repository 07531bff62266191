import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { lookAtPaths, lookTime } from './look-at-paths.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** In ms. A busy machine may take seconds to start a process; nothing here waits as long. */
const limit = 60_000

it('sees what is at each path', async () => {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  mkdirSync(at('drive'))
  writeFileSync(at('key.json'), '{}')
  const paths = [at('drive'), at('key.json'), at('missing'), at('key.json/below'), '/dev/null']
  expect(await lookAtPaths(paths, { limit })).toEqual([
    'folder',
    'file',
    'missing',
    'missing',
    'other',
  ])
  expect(await lookAtPaths([])).toEqual([])
})

it('waits for an unresponsive path until its time is over, and for no other path', async () => {
  const worker = fileURLToPath(import.meta.resolve('./silent-paths-fixture.ts'))
  const paths = ['/mnt/unresponsive/drive', '/var/lib/board-portal']
  const reported = Promise.withResolvers<unknown>()
  const follow = (started: unknown) =>
    (started as { process: ChildProcess }).process.on('message', reported.resolve)
  subscribe('child_process', follow)
  onTestFinished(() => void unsubscribe('child_process', follow))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const looking = lookAtPaths(paths, { worker })
  await reported.promise
  vi.advanceTimersByTime(lookTime)
  expect(await looking).toEqual(['silent', 'folder'])
})

it('knows nothing if it couldn’t look', async () => {
  expect(await lookAtPaths(['/'], { worker: '/nowhere/worker.ts', limit })).toEqual(['unknown'])
})
