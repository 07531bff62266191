import { afterEach, describe, expect, it } from 'vitest'
import type { DriveChange } from '../../features/sync/drive.ts'
import { collected } from '../../features/sync/sync-fixtures.ts'
import { googleDrive } from './google-drive.ts'
import { openBoard } from './stand-in/google-board.ts'
import { unknownKey } from './stand-in/google-tokens.ts'

type Board = Awaited<ReturnType<typeof openBoard>>
let board: Board
afterEach(() => board.google.stop())

async function open(options?: Parameters<typeof openBoard>[0]): Promise<Board> {
  return (board = await openBoard(options))
}

async function changesSince(cursor?: string) {
  const pages = await collected(board.drive.changes(cursor))
  const changes = pages.flatMap((page) => page.changes)
  return { pages, changes, cursor: pages.at(-1)?.cursor ?? cursor }
}

const shown = (changes: DriveChange[]) =>
  changes.map(({ file }) => (file ? [file.path, file.name].join('/') : 'gone')).toSorted()

async function textOf({ file }: DriveChange): Promise<string | undefined> {
  const bytes = file && (await board.drive.download(file))
  return bytes && Buffer.concat(await collected(bytes)).toString()
}

describe('Google Drive', () => {
  it('makes one call when nothing has changed, even in a new process', async () => {
    const { tree, root, google } = await open()
    const far = tree.put('Elsewhere.pdf', tree.root, 'far')
    tree.shortcut('Link.pdf', root, far)
    for (let n = 0; n < 30; n += 1) tree.put('a.txt', tree.folder(`Folder ${n}`, root), 'a')
    const { cursor, changes } = await changesSince()
    expect(changes).toHaveLength(31)
    google.forgetCalls()
    expect((await changesSince(cursor)).pages).toEqual([])
    expect(google.calls).toEqual({ 'drive.changes.list': 1 })
  })

  it('lists a thousand files per page, and many folders per query', async () => {
    const { tree, root, google } = await open()
    for (let n = 0; n < 20; n += 1) tree.put('a.txt', tree.folder(`Folder ${n}`, root), 'a')
    for (let n = 0; n < 1500; n += 1) tree.put(`${n}.txt`, root, 'a')
    expect((await changesSince()).changes).toHaveLength(1520)
    expect(google.calls['drive.files.list']).toBe(3)
  })

  it('misses no change made during a listing', async () => {
    const { tree, root } = await open({ adapter: { pageSize: 1 } })
    const early = tree.put('Early.txt', root, 'a')
    const later = tree.folder('Later', root)
    tree.put('Last.txt', root, 'c')
    const reported: DriveChange[] = []
    let seen = 0
    for await (const page of board.drive.changes()) {
      reported.push(...page.changes)
      seen += 1
      if (seen !== 3) continue
      tree.move(early, later)
      tree.put('New.txt', root, 'new')
    }
    const last = new Map(reported.map((change) => [change.id, change]))
    expect(shown([...last.values()])).toEqual(['/Last.txt', '/New.txt', 'Later/Early.txt'])
  })

  it('only reports files in its folder: a file moved in is new, one moved out is gone', async () => {
    const { tree, root } = await open()
    const elsewhere = tree.folder('Elsewhere', tree.root)
    const papers = tree.folder('Papers', elsewhere)
    tree.put('Agenda.pdf', tree.folder('Q4', papers), 'a')
    const leaving = tree.folder('Leaving', root)
    const budget = tree.put('Budget.pdf', tree.folder('Deep', leaving), 'b')
    const first = await changesSince()
    expect(shown(first.changes)).toEqual(['Leaving/Deep/Budget.pdf'])
    tree.put('Not ours.pdf', elsewhere, 'c')
    tree.move(papers, root)
    tree.move(leaving, elsewhere)
    const { changes } = await changesSince(first.cursor)
    expect(shown(changes)).toEqual(['Papers/Q4/Agenda.pdf', 'gone'])
    expect(changes.find(({ file }) => !file)!.id).toBe(budget)
  })

  it('restores files and folders from the trash', async () => {
    const { tree, root } = await open()
    const folder = tree.folder('Q4', root)
    tree.put('Agenda.pdf', folder, 'a')
    const letter = tree.put('Letter.pdf', root, 'b')
    const first = await changesSince()
    tree.trash(folder)
    tree.trash(letter)
    const second = await changesSince(first.cursor)
    expect(shown(second.changes)).toEqual(['gone', 'gone'])
    tree.restore(folder)
    tree.restore(letter)
    const { changes } = await changesSince(second.cursor)
    expect(shown(changes)).toEqual(['/Letter.pdf', 'Q4/Agenda.pdf'])
  })

  it('exports Google documents as PDF, and changes their revision only with an edit', async () => {
    const { tree, root } = await open()
    const minutes = tree.document('Minutes', root, '%PDF-minutes')
    tree.form('Survey', root)
    const first = await changesSince()
    expect(shown(first.changes)).toEqual(['/Minutes.pdf'])
    const { file } = first.changes[0]!
    expect(file).toMatchObject({ mimeType: 'application/pdf', revision: expect.any(String) })
    expect(file).not.toHaveProperty('checksum')
    expect(await textOf(first.changes[0]!)).toBe('%PDF-minutes')

    tree.rename(minutes, 'Minutes of May')
    tree.move(minutes, tree.folder('2026', root))
    const moved = await changesSince(first.cursor)
    expect(new Set(shown(moved.changes))).toEqual(new Set(['2026/Minutes of May.pdf']))
    expect(moved.changes[0]!.file!.revision).toBe(file!.revision)
    tree.edit(minutes, '%PDF-edited')
    const edited = await changesSince(moved.cursor)
    expect(edited.changes[0]!.file!.revision).not.toBe(file!.revision)
  })

  it('lists everything again, marked as fresh, when its position in the log or the listing has expired', async () => {
    for (const status of [400, 410] as const) {
      const forgotten = { before: 0, status }
      const { tree, root, google } = await open({ api: { forgotten } })
      tree.put('Budget.pdf', root, 'a')
      const { cursor } = await changesSince()
      tree.put('Agenda.pdf', root, 'b')
      forgotten.before = tree.log.length
      const { pages, changes } = await changesSince(cursor)
      expect(pages[0]).toMatchObject({ fresh: true })
      expect(shown(changes)).toEqual(['/Agenda.pdf', '/Budget.pdf'])
      await google.stop()
    }
    const { tree, root, google } = await open({ adapter: { pageSize: 1 } })
    for (const letter of ['a', 'b', 'c']) tree.put(letter, root, letter)
    const { pages } = await changesSince()
    google.fail('drive.files.list', { status: 400, reason: 'invalid', location: 'pageToken' })
    const { pages: again, changes } = await changesSince(pages[1]!.cursor)
    expect(again[0]).toMatchObject({ fresh: true })
    expect(shown(changes)).toEqual(['/a', '/b', '/c'])
  })

  it('finds the files of many folders even when Drive returns nothing for the group', async () => {
    const { tree, root } = await open({ api: { emptyGroups: true } })
    for (const name of ['A', 'B', 'C']) tree.put('a.txt', tree.folder(name, root), 'a')
    expect(shown((await changesSince()).changes)).toEqual(['A/a.txt', 'B/a.txt', 'C/a.txt'])
  })

  it('lists the other folders when one is deleted meanwhile', async () => {
    const { tree, root } = await open()
    const doomed = tree.folder('Doomed', root)
    tree.put('a.txt', tree.folder('Papers', root), 'a')
    const reported: DriveChange[] = []
    for await (const page of board.drive.changes()) {
      reported.push(...page.changes)
      if (tree.entries.has(doomed) && !page.fresh) tree.remove(doomed)
    }
    expect(shown(reported)).toEqual(['Papers/a.txt'])
  })
})

describe('a shortcut in Google Drive', () => {
  it('represents its target, under its own name and in its own folder', async () => {
    const { tree, root } = await open()
    const budget = tree.put('Budget.pdf', tree.root, 'the budget', 'application/pdf')
    const link = tree.shortcut('Link to budget.pdf', tree.folder('Q4', root), budget)
    const { changes } = await changesSince()
    expect(changes).toMatchObject([
      { id: link, file: { id: link, path: 'Q4', name: 'Link to budget.pdf', size: 10 } },
    ])
    expect(await textOf(changes[0]!)).toBe('the budget')
  })

  it('changes with its target, disappears without it, and comes back with it', async () => {
    const { tree, root } = await open()
    const target = tree.put('Budget.pdf', tree.root, 'first')
    const link = tree.shortcut('Link.pdf', root, target)
    const document = tree.shortcut('Minutes', root, tree.document('Minutes', tree.root, '%PDF-1'))
    const first = await changesSince()
    expect(shown(first.changes)).toEqual(['/Link.pdf', '/Minutes.pdf'])
    expect(await textOf(first.changes.find(({ id }) => id === document)!)).toBe('%PDF-1')

    tree.edit(target, 'second')
    const edited = await changesSince(first.cursor)
    expect(edited.changes.map(({ id }) => id)).toEqual([link])
    expect(await textOf(edited.changes[0]!)).toBe('second')
    tree.trash(target)
    const trashed = await changesSince(edited.cursor)
    expect(trashed.changes).toEqual([{ id: link }])
    tree.restore(target)
    const restored = await changesSince(trashed.cursor)
    expect(shown(restored.changes)).toEqual(['/Link.pdf'])
    tree.rename(link, 'Renamed.pdf')
    const renamed = await changesSince(restored.cursor)
    expect(shown(renamed.changes)).toEqual(['/Renamed.pdf'])
    tree.remove(link)
    expect((await changesSince(renamed.cursor)).changes).toEqual([{ id: link }])
  })

  it.each(['inside', 'outside'])(
    'disappears and comes back with its target’s folder, %s the board’s folder',
    async (where) => {
      const { tree, root } = await open()
      const folder = tree.folder('Folder', where === 'inside' ? root : tree.root)
      const link = tree.shortcut('Link.pdf', root, tree.put('Budget.pdf', folder, 'the budget'))
      const first = await changesSince()
      tree.trash(folder)
      const trashed = await changesSince(first.cursor)
      expect(trashed.changes).toContainEqual({ id: link })
      tree.restore(folder)
      const restored = await changesSince(trashed.cursor)
      expect(shown(restored.changes)).toContain('/Link.pdf')
      tree.remove(folder)
      expect((await changesSince(restored.cursor)).changes).toContainEqual({ id: link })
    },
  )

  it('leaves out a shortcut if its target is missing or a folder, whose files would be listed twice', async () => {
    const { tree, root } = await open()
    tree.shortcut('Dangling', root, 'nothing-here')
    const folder = tree.folder('Folder', root)
    tree.put('a.txt', folder, 'a')
    tree.shortcut('Folder again', root, folder)
    expect(shown((await changesSince()).changes)).toEqual(['Folder/a.txt'])
  })

  it('changes with a target in another shared drive that the board’s log doesn’t cover', async () => {
    const { tree, root, google } = await open({ root: (all) => all.sharedDrive('Board') })
    const target = tree.put('Budget.pdf', tree.sharedDrive('Finance'), 'first')
    const link = tree.shortcut('Link.pdf', root, target)
    const first = await changesSince()
    google.forgetCalls()
    expect((await changesSince(first.cursor)).changes).toEqual([])
    expect(google.calls).toEqual({ 'drive.changes.list': 1, 'drive.files.get': 1 })
    tree.edit(target, 'second')
    const edited = await changesSince(first.cursor)
    expect(await textOf(edited.changes[0]!)).toBe('second')
    tree.trash(target)
    const trashed = await changesSince(edited.cursor)
    expect(trashed.changes).toEqual([{ id: link }])
    expect((await changesSince(trashed.cursor)).changes).toEqual([])
  })
})

describe('a failure of Google', () => {
  it('has a clear message for a rejected key and for a folder that isn’t shared', async () => {
    const { google, root } = await open()
    const connection = { root, rootUrl: google.url, tokenUrl: google.tokenUrl, delayFactor: 0 }
    const drives = [
      googleDrive({ ...connection, credentials: unknownKey(google.account) }),
      googleDrive({ ...connection, credentials: google.account, root: '1-not-shared' }),
    ]
    const [refused, missing] = drives.map((drive) => collected(drive.changes()))
    await expect(refused).rejects.toThrow(
      'Google Drive doesn’t accept the portal’s account. Check GOOGLE_CREDENTIALS_FILE.',
    )
    await expect(missing).rejects.toThrow(
      'The folder 1-not-shared isn’t in Google Drive, or isn’t shared with the portal’s account.',
    )
  })

  it('gives a clear message on a machine without its own account', async () => {
    const { root, google } = await open()
    // Google's own variable: skips the search for a metadata server.
    process.env['METADATA_SERVER_DETECTION'] = 'none'
    const changes = collected(googleDrive({ root, rootUrl: google.url }).changes())
    await expect(changes).rejects.toThrow(
      'The portal has no Google account. Set GOOGLE_CREDENTIALS_FILE.',
    )
    delete process.env['METADATA_SERVER_DETECTION']
  })

  it('never makes files look deleted: revoked access is a refusal', async () => {
    const { tree, root } = await open()
    tree.put('Budget.pdf', tree.folder('Q4', root), 'a')
    const { cursor } = await changesSince()
    tree.unshare(root)
    await expect(changesSince(cursor)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('concerns one file if Google doesn’t export or download only that one', async () => {
    const { tree, root } = await open()
    tree.document('Atlas', root, Buffer.alloc(10 * 1024 * 1024 + 1))
    tree.lock(tree.put('Sealed.pdf', root, 'a'))
    const { changes } = await changesSince()
    const [atlas, sealed] = changes
    await expect(textOf(atlas!)).rejects.toMatchObject({
      code: 'tooLarge',
      message: 'Google exports documents up to 10 MB only',
    })
    await expect(textOf(sealed!)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'its owner doesn’t allow downloads',
    })
  })

  it('treats failures as transient when Google is busy, fails, disconnects or stops responding', async () => {
    const { tree, root, google } = await open({ adapter: { idleTimeout: 150 } })
    tree.put('Budget.pdf', root, 'a'.repeat(1000))
    const { changes } = await changesSince()
    const busy = { status: 403, reason: 'userRateLimitExceeded' }
    const later = { status: 429, reason: 'rateLimitExceeded', retryAfter: 7 }
    const ailing = { status: 503, reason: 'backendError' }
    google.fail('drive.files.download', busy, busy, busy, busy)
    await expect(textOf(changes[0]!)).rejects.toMatchObject({ code: 'tooMany' })
    google.fail('drive.files.download', later)
    await expect(textOf(changes[0]!)).rejects.toMatchObject({
      code: 'tooMany',
      details: { retryAfter: 7 },
    })
    const transient = { code: 'unavailable', details: { transient: true } }
    google.fail('drive.files.download', ailing, ailing, ailing, ailing)
    await expect(textOf(changes[0]!)).rejects.toMatchObject(transient)
    google.fail('drive.files.download', 'breaks')
    await expect(textOf(changes[0]!)).rejects.toMatchObject(transient)
    google.fail('drive.files.download', 'hangs')
    await expect(textOf(changes[0]!)).rejects.toMatchObject(transient)
    const { cursor } = await changesSince()
    google.fail('drive.changes.list', 'hangs', 'hangs', 'hangs', 'hangs')
    await expect(changesSince(cursor)).rejects.toMatchObject(transient)
    google.fail('drive.files.download', ailing, busy)
    expect(await textOf(changes[0]!)).toHaveLength(1000)
  })
})
