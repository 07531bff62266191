import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  record,
} from 'fast-check'
import { expect, it } from 'vitest'
import type { DriveFile } from '../../features/sync/drive.ts'
import { openBoard } from './stand-in/google-board.ts'

type Board = Awaited<ReturnType<typeof openBoard>>

/** An action of a user; `a` and `b` select among the existing entries. */
const step = record({
  what: constantFrom(
    ...(['file', 'document', 'folder', 'shortcut', 'edit', 'rename', 'move'] as const),
    ...(['trash', 'restore', 'remove'] as const),
  ),
  a: nat(1000),
  b: nat(1000),
  synced: boolean(),
})
type Step = typeof step extends Arbitrary<infer S> ? S : never

function take({ tree, root }: Board, { what, a, b }: Step, turn: number): void {
  const all = [...tree.entries.values()].filter(({ id }) => id !== tree.root && id !== root)
  // Some actions happen outside the board's folder.
  const folders = [root, tree.root, ...all.filter(isFolder).map(({ id }) => id)]
  const chosen = all[a % Math.max(all.length, 1)]
  const folder = folders[b % folders.length]!
  if (what === 'file') tree.put(`File ${turn}`, folder, `bytes ${turn}`)
  else if (what === 'document') tree.document(`Document ${turn}`, folder, `bytes ${turn}`)
  else if (what === 'folder') tree.folder(`Folder ${turn}`, folder)
  else if (!chosen) return
  else if (what === 'shortcut') {
    if (chosen.targetId === undefined) tree.shortcut(`Link ${turn}`, folder, chosen.id)
  } else if (what === 'edit') {
    if (chosen.bytes) tree.edit(chosen.id, `bytes ${turn}`)
  } else if (what === 'rename') tree.rename(chosen.id, `Renamed ${turn}`)
  else if (what === 'move') {
    if (!isWithin(folder, chosen.id)) tree.move(chosen.id, folder)
  } else if (what !== 'restore' || chosen.trashed) tree[what](chosen.id)

  function isWithin(at: string | undefined, above: string): boolean {
    return at !== undefined && (at === above || isWithin(tree.entries.get(at)?.parent, above))
  }
}

const isFolder = ({ mimeType }: { mimeType: string }) => mimeType.endsWith('.folder')

/** Nested folders inside and outside the board's folder, with one file each. */
function fill({ tree, root }: Board): void {
  for (const top of [root, tree.root]) {
    let parent = top
    for (const name of ['A', 'B', 'C']) {
      parent = tree.folder(`${name} ${top}`, parent)
      tree.put(`File of ${name}`, parent, name)
    }
  }
}

/** Applies the drive's changes since the cursor, as a sync does. */
async function follow({ drive }: Board, files: Map<string, DriveFile>, cursor?: string) {
  let last = cursor
  for await (const page of drive.changes(cursor)) {
    for (const { id, file } of page.changes) {
      if (file) files.set(id, file)
      else files.delete(id)
    }
    last = page.cursor
  }
  return last
}

it('reports changes that add up to a full listing, after any actions of people', async () => {
  await assert(
    asyncProperty(array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const board = await openBoard({ adapter: { pageSize: 3 } })
      try {
        fill(board)
        const followed = new Map<string, DriveFile>()
        let cursor = await follow(board, followed)
        for (const [turn, each] of steps.entries()) {
          take(board, each, turn)
          if (each.synced) cursor = await follow(board, followed, cursor)
        }
        cursor = await follow(board, followed, cursor)
        const listed = new Map<string, DriveFile>()
        await follow(board, listed)
        const sorted = (files: Map<string, DriveFile>) =>
          [...files.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect(sorted(followed)).toEqual(sorted(listed))
      } finally {
        await board.google.stop()
      }
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 8) },
  )
})
