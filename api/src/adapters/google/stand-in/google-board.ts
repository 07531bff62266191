import { googleDrive } from '../google-drive.ts'
import type { GoogleDriveOptions } from '../google-drive-calls.ts'
import { driveApi } from './drive-api.ts'
import { type DriveTree, driveTree } from './drive-tree.ts'
import { startGoogle } from './google-server.ts'

type Options = {
  google?: Parameters<typeof startGoogle>[0]
  api?: Parameters<typeof driveApi>[1]
  /** Creates the root in the tree; defaults to a folder in My Drive. */
  root?: (tree: DriveTree) => string
  adapter?: Partial<GoogleDriveOptions>
}

/** Starts a Google stand-in with a board folder in its Drive, and the drive adapter connected to it. */
export async function openBoard({ google: how, api, root: rootOf, adapter }: Options = {}) {
  const google = await startGoogle(how)
  const tree = driveTree()
  google.mount(driveApi(tree, api))
  const root = rootOf ? rootOf(tree) : tree.folder('Board', tree.root)
  const connection = { root, rootUrl: google.url, tokenUrl: google.tokenUrl, delayFactor: 0 }
  const drive = googleDrive({ ...connection, credentials: google.account, ...adapter })
  return { google, tree, root, drive }
}
