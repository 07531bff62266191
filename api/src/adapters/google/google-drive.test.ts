import { driveSuite } from '../../sync/drive-suite.ts'
import { googleDrive } from './google-drive.ts'
import { driveApi } from './stand-in/drive-api.ts'
import { type DriveTree, driveTree } from './stand-in/drive-tree.ts'
import { startGoogle } from './stand-in/google-server.ts'

async function open(pageSize?: number) {
  const google = await startGoogle()
  const tree = driveTree()
  google.mount(driveApi(tree))
  const root = tree.folder('Board', tree.root)
  const drive = googleDrive({
    root,
    credentials: google.account,
    rootUrl: google.url,
    tokenUrl: google.tokenUrl,
    slowness: 0,
    ...(pageSize === undefined ? {} : { pageSize }),
  })
  return { google, tree, root, drive }
}

/** The file or folder at a path; folders on the way are made. */
function at(
  tree: DriveTree,
  root: string,
  path: string,
): { id?: string; parent: string; name: string } {
  const names = path.split('/')
  const name = names.pop()!
  const child = (parent: string, named: string) =>
    [...tree.entries.values()].find(
      (one) => one.parent === parent && one.name === named && !one.trashed,
    )?.id
  let parent = root
  for (const folder of names) parent = child(parent, folder) ?? tree.folder(folder, parent)
  const id = child(parent, name)
  return { parent, name, ...(id === undefined ? {} : { id }) }
}

driveSuite('Google Drive', async () => {
  const { google, tree, root, drive } = await open(2)
  return {
    drive,
    async put(path, text) {
      const { id, parent, name } = at(tree, root, path)
      if (id) tree.edit(id, text)
      else tree.put(name, parent, text, name.endsWith('.pdf') ? 'application/pdf' : 'text/plain')
    },
    async move(from, to) {
      const { id } = at(tree, root, from)
      const { parent, name } = at(tree, root, to)
      tree.rename(id!, name)
      tree.move(id!, parent)
    },
    async remove(path) {
      const id = at(tree, root, path).id!
      if (tree.entries.get(id)?.bytes) tree.remove(id)
      else tree.trash(id)
    },
    takeAway: async () => tree.trash(root),
    close: google.stop,
  }
})
