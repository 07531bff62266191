import { readFolderShell } from './adapters/folder/folder-shell.ts'
import { listen } from './http/listen.ts'
import { testApi, type TestApi } from './testing.ts'

export type TestPortal = TestApi & { url: string }

type TestPortalOptions = {
  /** A built shell. */
  shellFolder: string
  /** Settings by their environment names. */
  env?: Record<string, string>
}

/** Which build a built shell is, as portals name it. */
export async function shellBuild(shellFolder: string): Promise<string> {
  const shell = await readFolderShell(shellFolder)
  if (shell?.build === undefined) throw new Error(`There is no built shell in ${shellFolder}.`)
  return shell.build
}

/** A portal in memory at an address of its own, for browsers: the real app, a built shell, and no remote yet. */
export async function testPortal({ shellFolder, env }: TestPortalOptions): Promise<TestPortal> {
  const shell = await readFolderShell(shellFolder)
  if (!shell) throw new Error(`There is no built shell in ${shellFolder}.`)
  const api = await testApi({ env: { PORT: '0', DRAIN_GRACE: '0', ...env }, ports: { shell } })
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
