import type { ShellContent } from '@portal/contract/shell-manifest'
import { readFolderShell } from '../adapters/folder/folder-shell.ts'
import { listen } from '../platform/http/listen.ts'
import { testApi, type TestApi } from './test-api.ts'

export type TestPortal = TestApi & { url: string }

type TestPortalOptions = {
  /** Path of a built shell. */
  shellFolder: string
  /** Settings by their environment names. */
  env?: Record<string, string>
  now?: () => Date
}

/** What a folder with a built shell contains. */
export async function shellContentIn(shellFolder: string): Promise<ShellContent> {
  const shell = await readFolderShell(shellFolder)
  if (!shell?.content) throw new Error(`There is no built shell in ${shellFolder}.`)
  return shell.content
}

/** An in-memory portal with its own address, for browsers: the real app and a built shell, without remotes. */
export async function testPortal({
  shellFolder,
  env,
  now,
}: TestPortalOptions): Promise<TestPortal> {
  const shell = await readFolderShell(shellFolder)
  if (!shell) throw new Error(`There is no built shell in ${shellFolder}.`)
  const api = await testApi({
    env: { PORT: '0', DRAIN_GRACE: '0', ...env },
    ports: { shell },
    ...(now ? { now } : {}),
  })
  const server = await listen(api.app, api.settings)
  return {
    ...api,
    url: server.url,
    async close() {
      await server.stop()
      await api.close()
    },
  }
}
