import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callEndings, endedBefore, endedMeanwhile } from '../../testing/call-endings-fixture.ts'
import type { Drive, DriveChange, DriveFile } from './drive.ts'
import { collected } from './sync-fixtures.ts'

/** A drive and what people do with it. Paths are as in `DriveFile`, followed by the file or folder name. */
export type DriveSubject = {
  /** With pages of two files. */
  drive: Drive
  /** Creates a file, or replaces the bytes of an existing one. */
  put: (path: string, text: string) => Promise<void>
  /** Renames or moves a file or folder; creates the target folder if needed. */
  move: (from: string, to: string) => Promise<void>
  remove: (path: string) => Promise<void>
  /** Removes a file or folder from the drive; the returned function restores it. */
  takeOut: (path: string) => Promise<() => Promise<void>>
  /** Makes the whole drive unavailable. */
  takeAway: () => Promise<void>
  /** How many of its files are open, where that can be known. */
  openFiles?: () => Promise<number>
  close: () => Promise<void>
}

/** The contract of `Drive`. */
export function driveSuite(name: string, open: () => Promise<DriveSubject>): void {
  let subject: DriveSubject
  beforeEach(async () => {
    subject = await open()
  })
  afterEach(() => subject.close())

  const changesSince = async (cursor?: string) => {
    const pages = await collected(subject.drive.changes(cursor))
    const changes = pages.flatMap((page) => page.changes)
    return { pages, changes, cursor: pages.at(-1)?.cursor ?? cursor }
  }
  const byPath = (changes: DriveChange[]) =>
    Object.fromEntries(changes.map((change) => [pathOf(change), change]))
  const paths = (changes: DriveChange[]) => changes.map(pathOf).toSorted()
  const textOf = async (file: DriveFile | undefined) => {
    const bytes = file && (await subject.drive.download(file))
    return bytes && Buffer.concat(await collected(bytes)).toString()
  }

  describe(`${name} as a drive`, () => {
    describe.each(callEndings)('a call that is ended because %s', (_, reason) => {
      const first = (signal: AbortSignal) =>
        subject.drive.changes(undefined, signal)[Symbol.asyncIterator]().next()

      it('reads nothing if that was before it began', async () => {
        await subject.put('Budget.pdf', 'a')
        const { changes } = await changesSince()
        const signal = endedBefore(reason)
        await expect(first(signal)).rejects.toBe(reason)
        await expect(subject.drive.download(changes[0]!.file!, signal)).rejects.toBe(reason)
      })

      it('ends while it waits for the drive', async () => {
        await subject.put('Budget.pdf', 'a')
        await expect(endedMeanwhile(reason, first)).rejects.toBe(reason)
      })

      it('ends the bytes, and closes what it has opened', async () => {
        await subject.put('Budget.pdf', 'a'.repeat(3_000_000))
        const { changes } = await changesSince()
        const ending = new AbortController()
        const { file } = changes[0]!
        const [read, unread] = await Promise.all(
          [1, 2].map(async () => (await subject.drive.download(file!, ending.signal))!),
        )
        const bytes = read![Symbol.asyncIterator]()
        await bytes.next()
        ending.abort(reason)
        const left = async () => {
          for (;;) if ((await bytes.next()).done) return
        }
        await expect(left()).rejects.toBe(reason)
        // Nobody has begun to read this one.
        await expect(collected(unread!)).rejects.toBe(reason)
        await expect.poll(async () => subject.openFiles?.() ?? 0).toBe(0)
      })
    })

    it('lists every file once, with its folder, type and bytes, over several pages', async () => {
      await subject.put('Budget.pdf', 'a')
      await subject.put('2026/Q4/Agenda.txt', 'agenda')
      await subject.put('2026/Q4/Cash flow.pdf', 'c')
      await subject.put('2026/Letter.pdf', 'd')
      const { changes, pages } = await changesSince()
      expect(paths(changes)).toEqual([
        '2026/Letter.pdf',
        '2026/Q4/Agenda.txt',
        '2026/Q4/Cash flow.pdf',
        'Budget.pdf',
      ])
      expect(Math.max(...pages.map((page) => page.changes.length))).toBe(2)
      const { file } = byPath(changes)['2026/Q4/Agenda.txt']!
      expect(file).toMatchObject({
        name: 'Agenda.txt',
        path: '2026/Q4',
        parentFolder: 'Q4',
        mimeType: 'text/plain',
        size: 6,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(byPath(changes)['Budget.pdf']!.file).toMatchObject({ path: '', parentFolder: '' })
      expect(await textOf(file)).toBe('agenda')
    })

    it('starts empty', async () => {
      expect((await changesSince()).changes).toEqual([])
    })

    it('reports no changes when nothing has changed', async () => {
      await subject.put('2026/Budget.pdf', 'a')
      const { cursor } = await changesSince()
      expect((await changesSince(cursor)).changes).toEqual([])
    })

    it('reports only new files', async () => {
      await subject.put('2026/Budget.pdf', 'a')
      const { cursor } = await changesSince()
      await subject.put('2026/Agenda.pdf', 'b')
      await subject.put('2027/Q1/Agenda.pdf', 'c')
      const { changes } = await changesSince(cursor)
      expect(new Set(paths(changes))).toEqual(new Set(['2026/Agenda.pdf', '2027/Q1/Agenda.pdf']))
    })

    it('keeps a file’s id through an edit, a rename and a move, and its checksum through the last two', async () => {
      await subject.put('Budget.pdf', 'a')
      const first = await changesSince()
      await subject.move('Budget.pdf', 'Old/Budget 2025.pdf')
      const moved = await changesSince(first.cursor)
      expect(new Set(paths(moved.changes))).toEqual(new Set(['Old/Budget 2025.pdf']))
      expect(moved.changes[0]!.id).toBe(first.changes[0]!.id)
      expect(moved.changes[0]!.file!.checksum).toBe(first.changes[0]!.file!.checksum)

      await subject.put('Old/Budget 2025.pdf', 'edited')
      const edited = await changesSince(moved.cursor)
      expect(edited.changes.map(({ id }) => id)).toEqual([first.changes[0]!.id])
      expect(edited.changes[0]!.file!.checksum).not.toBe(first.changes[0]!.file!.checksum)
      expect(await textOf(edited.changes[0]!.file)).toBe('edited')
    })

    it('reports replaced bytes with a later time, and bytes that come back with their first checksum', async () => {
      const states: DriveFile[] = []
      let cursor: string | undefined
      for (const text of ['first', 'second', 'first']) {
        await subject.put('Budget.pdf', text)
        const page = await changesSince(cursor)
        cursor = page.cursor
        expect(page.changes).toHaveLength(1)
        const { file } = page.changes[0]!
        states.push(file!)
        expect(await textOf(file)).toBe(text)
      }
      const [first, second, third] = states as [DriveFile, DriveFile, DriveFile]
      expect(third).toMatchObject({ id: first.id, checksum: first.checksum })
      expect(second.checksum).not.toBe(first.checksum)
      const times = states.map(({ modifiedTime }) => modifiedTime)
      expect(times).toEqual([...new Set(times)].toSorted())
      expect(new Set(states.map(({ createdTime }) => createdTime)).size).toBe(1)
    })

    it('gives a new file its own id at a path whose previous file has moved away', async () => {
      await subject.put('Budget.pdf', 'a')
      const first = await changesSince()
      await subject.move('Budget.pdf', 'Budget 2025.pdf')
      await subject.put('Budget.pdf', 'new')
      const changed = byPath((await changesSince(first.cursor)).changes)
      expect(changed['Budget 2025.pdf']!.id).toBe(first.changes[0]!.id)
      expect(changed['Budget.pdf']!.id).not.toBe(first.changes[0]!.id)
    })

    it('reports every file below a renamed or moved folder, with its id and checksum', async () => {
      await subject.put('Q4/Budget.pdf', 'a')
      await subject.put('Q4/Papers/Agenda.pdf', 'b')
      await subject.put('Other.pdf', 'c')
      const first = await changesSince()
      const old = byPath(first.changes)
      await subject.move('Q4', 'Archive/2025 Q4')
      const { changes, cursor } = await changesSince(first.cursor)
      const now = byPath(changes)
      expect(new Set(Object.keys(now))).toEqual(
        new Set(['Archive/2025 Q4/Budget.pdf', 'Archive/2025 Q4/Papers/Agenda.pdf']),
      )
      for (const [path, was] of [
        ['Archive/2025 Q4/Budget.pdf', 'Q4/Budget.pdf'],
        ['Archive/2025 Q4/Papers/Agenda.pdf', 'Q4/Papers/Agenda.pdf'],
      ] as const) {
        expect(now[path]!.id).toBe(old[was]!.id)
        expect(now[path]!.file!.checksum).toBe(old[was]!.file!.checksum)
      }
      expect((await changesSince(cursor)).changes).toEqual([])
    })

    it('reports a removed file, and every file below a removed folder', async () => {
      await subject.put('Q4/Budget.pdf', 'a')
      await subject.put('Q4/Papers/Agenda.pdf', 'b')
      await subject.put('Letter.pdf', 'c')
      await subject.put('Stays.pdf', 'd')
      const first = await changesSince()
      const old = byPath(first.changes)
      await subject.remove('Letter.pdf')
      await subject.remove('Q4')
      const { changes, cursor } = await changesSince(first.cursor)
      const gone = ['Letter.pdf', 'Q4/Budget.pdf', 'Q4/Papers/Agenda.pdf']
      expect(new Set(changes.map(({ id }) => id))).toEqual(
        new Set(gone.map((path) => old[path]!.id)),
      )
      expect(changes.map(({ file }) => file)).toEqual([undefined, undefined, undefined])
      expect(await textOf(old['Letter.pdf']!.file)).toBeUndefined()
      expect((await changesSince(cursor)).changes).toEqual([])
    })

    it('reports a restored file under its previous id, even if it had moved before', async () => {
      await subject.put('Draft.pdf', 'a')
      await subject.put('Q4/Agenda.pdf', 'b')
      const first = await changesSince()
      await subject.move('Draft.pdf', 'Q4/Budget.pdf')
      const renamed = await changesSince(first.cursor)
      const putBack = await subject.takeOut('Q4')
      const without = await changesSince(renamed.cursor)
      expect(without.changes.map(({ file }) => file)).toEqual([undefined, undefined])
      await putBack()
      const { changes, cursor } = await changesSince(without.cursor)
      const [old, back] = [byPath(first.changes), byPath(changes)]
      expect(Object.keys(back).toSorted()).toEqual(['Q4/Agenda.pdf', 'Q4/Budget.pdf'])
      for (const [path, was] of [
        ['Q4/Agenda.pdf', 'Q4/Agenda.pdf'],
        ['Q4/Budget.pdf', 'Draft.pdf'],
      ] as const) {
        expect(back[path]!.id).toBe(old[was]!.id)
        expect(back[path]!.file!.checksum).toBe(old[was]!.file!.checksum)
      }
      expect((await changesSince(cursor)).changes).toEqual([])
      await subject.remove('Q4')
      expect((await changesSince(cursor)).changes).toHaveLength(2)
    })

    it('resumes after any page from its cursor without missing a file', async () => {
      for (const letter of ['a', 'b', 'c']) {
        await subject.put(`${letter}.pdf`, letter)
        await subject.put(`Papers ${letter}/${letter}.pdf`, letter)
      }
      const { pages, changes } = await changesSince()
      expect(new Set(paths(changes)).size).toBe(6)
      for (const [index, { cursor }] of pages.entries()) {
        const before = pages.slice(0, index + 1).flatMap((page) => page.changes)
        const rest = (await changesSince(cursor)).changes
        expect(new Set(paths([...before, ...rest]))).toEqual(new Set(paths(changes)))
        expect(before.length + rest.length, `after page ${index}`).toBe(6)
      }
    })

    it('lists everything again if the cursor is invalid, and marks the first page as fresh', async () => {
      await subject.put('Budget.pdf', 'a')
      const { pages, changes } = await changesSince('not a cursor')
      expect(paths(changes)).toEqual(['Budget.pdf'])
      expect(pages.map(({ fresh = false }) => fresh).indexOf(true)).toBe(0)
    })

    it('fails when the drive is unavailable instead of reporting every file as deleted', async () => {
      await subject.put('Papers/Budget.pdf', 'a')
      const { cursor } = await changesSince()
      await subject.takeAway()
      await expect(changesSince(cursor)).rejects.toMatchObject({ code: 'unavailable' })
      await expect(changesSince()).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}

function pathOf({ file }: DriveChange): string {
  if (!file) return 'gone'
  return file.path === '' ? file.name : `${file.path}/${file.name}`
}
