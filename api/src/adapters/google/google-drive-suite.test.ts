import { driveSuite } from '../../features/sync/drive-suite.ts'
import type { DriveTree } from './stand-in/drive-tree.ts'
import { openBoard } from './stand-in/google-board.ts'

/** Resolves a path; creates missing folders. */
function at(tree: DriveTree, root: string, path: string) {
  const names = path.split('/')
  const name = names.pop()!
  const child = (folder: string, named: string) => {
    const all = [...tree.entries.values()]
    return all.find((entry) => entry.parent === folder && entry.name === named && !entry.trashed)
      ?.id
  }
  let parent = root
  for (const folder of names) parent = child(parent, folder) ?? tree.folder(folder, parent)
  return { parent, name, id: child(parent, name) }
}

const roots: [string, (tree: DriveTree) => string][] = [
  ['a folder in Google Drive', (tree) => tree.folder('Board', tree.root)],
  ['a shared drive', (tree) => tree.sharedDrive('Board')],
  ['a folder in a shared drive', (tree) => tree.folder('Papers', tree.sharedDrive('Board'))],
  [
    'a folder in a shared drive without membership',
    (tree) => tree.folder('Papers', tree.sharedDrive('Board', { isMember: false })),
  ],
]
for (const [name, rootOf] of roots) {
  driveSuite(name, async () => {
    const { google, tree, root, drive } = await openBoard({
      root: rootOf,
      adapter: { pageSize: 2 },
    })
    return {
      drive,
      async put(path, text) {
        const { id, parent, name: named } = at(tree, root, path)
        if (id !== undefined) tree.edit(id, text)
        else
          tree.put(named, parent, text, named.endsWith('.pdf') ? 'application/pdf' : 'text/plain')
      },
      async move(from, to) {
        const { id = '' } = at(tree, root, from)
        const { parent, name: named } = at(tree, root, to)
        tree.rename(id, named)
        tree.move(id, parent)
      },
      async remove(path) {
        const { id = '' } = at(tree, root, path)
        if (tree.entries.get(id)?.bytes) tree.remove(id)
        else tree.trash(id)
      },
      async takeOut(path) {
        const { id = '' } = at(tree, root, path)
        tree.trash(id)
        return async () => tree.restore(id)
      },
      takeAway: async () => tree.trash(root),
      close: google.stop,
    }
  })
}
