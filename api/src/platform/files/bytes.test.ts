import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { fileBytes } from './bytes.ts'
import { makeWorkFolder } from './work-folder.ts'

const folder = await makeWorkFolder()
afterAll(() => rm(folder, { recursive: true }))

it('reads a file', async () => {
  const path = join(folder, 'paper.txt')
  await writeFile(path, 'paper')
  expect(await text(fileBytes(path))).toBe('paper')
})

it('reads a large file in chunks of 256 KB', async () => {
  const path = join(folder, 'large.pdf')
  await writeFile(path, new Uint8Array(600 * 1024))
  const chunks: number[] = []
  for await (const { byteLength } of fileBytes(path)) chunks.push(byteLength / 1024)
  expect(chunks).toEqual([256, 256, 88])
})

it('fails for its reader if the file is gone, and for nobody if it is not read', async () => {
  const onUnhandled = vi.fn()
  process.once('uncaughtException', onUnhandled)
  const unread = fileBytes(join(folder, 'gone'))
  await setTimeout(50)
  process.off('uncaughtException', onUnhandled)
  expect(onUnhandled).not.toHaveBeenCalled()
  await expect(unread.next()).rejects.toThrow('ENOENT')
})
