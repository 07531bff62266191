import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFilesIn } from '../../testing/open-files-fixture.ts'
import type { DriveChange, DriveFile } from '../../features/sync/drive.ts'
import { driveSuite } from '../../features/sync/drive-suite.ts'
import { collected } from '../../features/sync/sync-fixtures.ts'
import { folderDrive } from './folder-drive.ts'
import { packCursor, unpackCursor } from './folder-drive-ids.ts'

let folder: string
let age = 100_000
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drive-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Creates a file with an older timestamp. */
async function put(path: string, text: string, secondsAgo = 60): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  const time = new Date(Date.now() - secondsAgo * 1000)
  await utimes(file, time, time)
}

async function changesSince(cursor?: string, settle = 20) {
  const changes: DriveChange[] = []
  let last = cursor
  for await (const page of folderDrive(folder, { settle, pageSize: 2 }).changes(cursor)) {
    changes.push(...page.changes)
    last = page.cursor
  }
  return { changes, cursor: last }
}

const shown = (changes: DriveChange[]) =>
  changes.map(({ file }) => (file ? [file.path, file.name].join('/') : 'gone'))

async function textOf(file: DriveFile | undefined): Promise<string | undefined> {
  const bytes = file && (await folderDrive(folder).download(file))
  return bytes && Buffer.concat(await collected(bytes)).toString()
}

driveSuite('a folder', async () => ({
  drive: folderDrive(folder, { settle: 20, pageSize: 2 }),
  // Every file has an older timestamp, each different from the others.
  put: (path, text) => put(path, text, (age -= 10)),
  async move(from, to) {
    await mkdir(dirname(join(folder, to)), { recursive: true })
    await rename(join(folder, from), join(folder, to))
  },
  remove: (path) => rm(join(folder, path), { recursive: true }),
  async takeOut(path) {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'))
    await rename(join(folder, path), join(outside, 'kept'))
    return async () => {
      await rename(join(outside, 'kept'), join(folder, path))
      await rm(outside, { recursive: true })
    }
  },
  takeAway: () => rm(folder, { recursive: true }),
  openFiles: () => openFilesIn(folder),
  close: () => rm(folder, { recursive: true, force: true }),
}))

describe('a local folder', () => {
  it('derives types from file extensions, and has no links', async () => {
    await put('2026/Q4/Agenda.docx', 'b')
    const { changes } = await changesSince()
    expect(changes[0]!.file).toMatchObject({
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    })
    expect(changes[0]!.file).not.toHaveProperty('webViewLink')
  })

  it('keeps the id when a program saves by replacing the file', async () => {
    await put('Budget.pdf', 'a')
    const first = await changesSince()
    await put('new', 'b', 30)
    await rename(join(folder, 'new'), join(folder, 'Budget.pdf'))
    const { changes } = await changesSince(first.cursor)
    expect(changes.map(({ id }) => id)).toEqual([first.changes[0]!.id])
  })

  it('keeps both ids when two files swap names', async () => {
    await put('a.pdf', 'a')
    await put('b.pdf', 'bb')
    const first = await changesSince()
    await rename(join(folder, 'a.pdf'), join(folder, 'c'))
    await rename(join(folder, 'b.pdf'), join(folder, 'a.pdf'))
    await rename(join(folder, 'c'), join(folder, 'b.pdf'))
    const { changes } = await changesSince(first.cursor)
    const idOfText = (from: DriveChange[], checksum: string) =>
      from.find(({ file }) => file?.checksum === checksum)?.id
    for (const { id, file } of first.changes) expect(idOfText(changes, file!.checksum!)).toBe(id)
  })

  it('reports a deleted file, but recognizes it if it was copied elsewhere before the next run', async () => {
    await put('a.pdf', 'same bytes')
    await put('b.pdf', 'b')
    const first = await changesSince()
    await rm(join(folder, 'a.pdf'))
    await put('copies/a.pdf', 'same bytes')
    await rm(join(folder, 'b.pdf'))
    const { changes } = await changesSince(first.cursor)
    const [a, b] = first.changes
    expect(changes).toEqual([expect.objectContaining({ id: a!.id }), { id: b!.id }])
    expect(changes[0]!.file!.path).toBe('copies')
  })

  it('leaves out hidden files, temporary files and links', async () => {
    await put('Budget.pdf', 'a')
    for (const name of ['.DS_Store', '~$Budget.docx', 'x.tmp', 'y.crdownload', '.git/config']) {
      await put(name, 'x')
    }
    const outside = await mkdtemp(join(tmpdir(), 'outside-'))
    await writeFile(join(outside, 'secret.pdf'), 'secret')
    await symlink(outside, join(folder, 'link'))
    await symlink(join(outside, 'secret.pdf'), join(folder, 'secret.pdf'))
    expect(shown((await changesSince()).changes)).toEqual(['/Budget.pdf'])
    const stolen = { id: 'x', name: 'secret.pdf', path: 'link' } as DriveFile
    expect(await textOf(stolen)).toBeUndefined()
    await rm(outside, { recursive: true })
  })

  it('waits for a recently created file until it no longer changes', async () => {
    await put('Budget.pdf', 'a', 0)
    expect(shown((await changesSince(undefined, 100)).changes)).toEqual(['/Budget.pdf'])
  })

  it('leaves a file that is being written for the next run', async () => {
    await put('Old.pdf', 'a')
    const first = await changesSince()
    const writing = setInterval(() => void writeFile(join(folder, 'Old.pdf'), `${Date.now()}`), 5)
    const during = await changesSince(first.cursor, 100)
    clearInterval(writing)
    expect(during.changes).toEqual([])
    await put('Old.pdf', 'done', 10)
    expect(shown((await changesSince(first.cursor)).changes)).toEqual(['/Old.pdf'])
  })

  it('recognizes files that come back on another volume by their content, despite new inodes', async () => {
    await put('Draft.pdf', 'a')
    const first = await changesSince()
    await rename(join(folder, 'Draft.pdf'), join(folder, 'Budget.pdf'))
    const renamed = await changesSince(first.cursor)
    await rm(join(folder, 'Budget.pdf'))
    const empty = await changesSince(renamed.cursor)
    await put('Budget.pdf', 'a', 30)
    const { changes, cursor } = await changesSince(empty.cursor)
    expect(changes.map(({ id }) => id)).toEqual([first.changes[0]!.id])
    expect(changes[0]!.file!.checksum).toBe(first.changes[0]!.file!.checksum)
    expect((await changesSince(cursor)).changes).toEqual([])
  })

  it('prefers an existing file to one that previously had the new file’s path', async () => {
    await put('Old.pdf', 'old')
    await put('Moving.pdf', 'moving')
    const first = await changesSince()
    await rm(join(folder, 'Old.pdf'))
    const without = await changesSince(first.cursor)
    await rename(join(folder, 'Moving.pdf'), join(folder, 'Old.pdf'))
    const { changes } = await changesSince(without.cursor)
    const moving = first.changes.find(({ file }) => file?.name === 'Moving.pdf')
    expect(changes.map(({ id }) => id)).toEqual([moving!.id])
  })

  it('matches a new file with one already gone by content only if the names are equal', async () => {
    await put('2025/Form.pdf', 'form')
    const first = await changesSince()
    await rm(join(folder, '2025'), { recursive: true })
    const without = await changesSince(first.cursor)
    await put('Other.pdf', 'form')
    const other = await changesSince(without.cursor)
    expect(other.changes[0]!.id).not.toBe(first.changes[0]!.id)
    await put('2026/Form.pdf', 'form')
    const back = await changesSince(other.cursor)
    expect(back.changes.map(({ id }) => id)).toEqual([first.changes[0]!.id])
  })

  it('reads the cursors of earlier releases, which don’t list gone files', async () => {
    await put('Budget.pdf', 'a')
    const { cursor } = await changesSince()
    const { gone: _, ...earlier } = JSON.parse(
      inflateSync(Buffer.from(cursor!, 'base64')).toString(),
    ) as Record<string, unknown>
    const packed = deflateSync(JSON.stringify(earlier)).toString('base64')
    expect((await changesSince(packed)).changes).toEqual([])
  })

  it('drops the oldest gone files when the cursor gets too long', () => {
    const file = { path: 'a', inode: 1, birthTime: 1, modified: 1, size: 1, checksum: 'c' }
    const known = new Map([['there', file]])
    const gone = new Map(Array.from({ length: 400 }, (_, n) => [`gone-${n}`, file]))
    const whole = packCursor({ known, gone })
    const cut = unpackCursor(packCursor({ known, gone }, whole.length / 2))!
    expect([...cut.known.keys()]).toEqual(['there'])
    expect(cut.gone.size).toBeLessThan(400)
    expect([...cut.gone.keys()].at(-1)).toBe('gone-399')
    expect(packCursor({ known, gone }, 0)).toBe(packCursor({ known, gone: new Map() }))
  })

  it('fails when its path is a file', async () => {
    await put('Budget.pdf', 'a')
    const { cursor } = await changesSince()
    await rm(folder, { recursive: true })
    await writeFile(folder, 'no folder')
    await expect(changesSince(cursor)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The drive folder can’t be read.',
    })
  })

  it('never writes to the folder', async () => {
    await put('Budget.pdf', 'a')
    await changesSince()
    expect(await readdir(folder)).toEqual(['Budget.pdf'])
  })
})
