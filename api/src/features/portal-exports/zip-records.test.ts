import { truncateSync, openSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { type Entry, openPromise } from 'yauzl'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { localHeader, zipDirectory, type ZipFile } from './zip-records.ts'

const time = new Date('2026-11-20T18:00:02Z')

it('writes a ZIP that other programs read if a file is larger than 4 GiB and others follow it', async () => {
  const path = join(temporaryFolder(), 'large.zip')
  const small = Buffer.from('after it')
  const large = { name: 'large.bin', size: 5 * 2 ** 30, crc32: 0, offset: 0 }
  const after: ZipFile = {
    name: 'Zürich/é.txt',
    size: small.length,
    crc32: crc32(small),
    offset: 0,
  }
  const file = openSync(path, 'w')
  const header = localHeader(large, time)
  writeSync(file, header, 0, header.length, 0)
  // The large file is sparse: a hole that reads as zeros.
  after.offset = header.length + large.size
  const rest = Buffer.concat([localHeader(after, time), small])
  const end = after.offset + rest.length
  const tail = Buffer.concat([rest, zipDirectory([large, after], end, time)])
  truncateSync(path, after.offset)
  writeSync(file, tail, 0, tail.length, after.offset)
  closeSync(file)

  const zip = await openPromise(path, { autoClose: false })
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  expect(entries.map(({ fileName, uncompressedSize }) => [fileName, uncompressedSize])).toEqual([
    ['large.bin', large.size],
    ['Zürich/é.txt', small.length],
  ])
  expect(entries[0]!.getLastModDate({ timezone: 'UTC' }).getTime()).toBe(time.getTime())
  expect(await text(await zip.openReadStreamPromise(entries[1]!))).toBe('after it')
  zip.close()
})

it('writes a ZIP that other programs read with more than 65,535 files', async () => {
  const path = join(temporaryFolder(), 'many.zip')
  const names = Array.from({ length: 66_000 }, (_, index) => `${index}.txt`)
  let offset = 0
  const files: ZipFile[] = []
  const headers: Buffer[] = []
  for (const name of names) {
    const file = { name, size: 0, crc32: 0, offset }
    const header = localHeader(file, time)
    files.push(file)
    headers.push(header)
    offset += header.length
  }
  const handle = openSync(path, 'w')
  writeSync(handle, Buffer.concat([...headers, zipDirectory(files, offset, time)]))
  closeSync(handle)
  const zip = await openPromise(path, { autoClose: false })
  expect(zip.entryCount).toBe(names.length)
  // Where the directory begins.
  for await (const { fileName } of zip.eachEntry()) {
    expect(fileName).toBe('0.txt')
    break
  }
  zip.close()
})
