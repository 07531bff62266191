import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inWorkFolder, makeWorkFolder } from './work-folder.ts'

it('deletes the folders of killed runs, and keeps the folders of running processes', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const left = join(tmpdir(), `board-portal-sync-${pid}-x`)
  mkdirSync(left)
  writeFileSync(join(left, 'original'), 'large')
  const first = await makeWorkFolder()
  const second = await makeWorkFolder()
  expect(existsSync(left)).toBe(false)
  expect(existsSync(first)).toBe(true)
  await rm(first, { recursive: true })
  await rm(second, { recursive: true })
})

it('deletes the folders of a killed run that had the same process id, as in a container that was restarted', async () => {
  const left = join(tmpdir(), `board-portal-sync-${process.pid}-x`)
  mkdirSync(left)
  writeFileSync(join(left, 'original'), 'large')
  const before = new Date(performance.timeOrigin - 1000)
  utimesSync(left, before, before)
  const first = await makeWorkFolder()
  const second = await makeWorkFolder()
  expect(existsSync(left)).toBe(false)
  expect(existsSync(first)).toBe(true)
  await rm(first, { recursive: true })
  await rm(second, { recursive: true })
})

it('deletes a folder once its work has ended, even if that failed', async () => {
  const folders: string[] = []
  const failing = inWorkFolder(async (folder) => {
    folders.push(folder)
    writeFileSync(join(folder, 'original'), 'large')
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(folders.map((folder) => existsSync(folder))).toEqual([false])
})
