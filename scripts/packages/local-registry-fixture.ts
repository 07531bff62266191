import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { runServer } from 'verdaccio'
import { builtFolder } from './build-packages.ts'
import { publishedPackages } from './published-packages.ts'

const run = promisify(execFile)

export type LocalRegistry = {
  url: string
  /** Settings for npm and pnpm: this workspace's packages come from here, all others as usual. */
  npmrc: string
  close: () => Promise<void>
}

/** A registry on this machine that has the packages built in `out`, published as npm does it. */
export async function registryWith(out: string): Promise<LocalRegistry> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-registry-'))
  const server = await runServer({
    storage: path.join(folder, 'storage'),
    configPath: path.join(folder, 'config.yaml'),
    auth: { htpasswd: { file: path.join(folder, 'htpasswd') } },
    packages: { '@portal/*': { access: '$all', publish: '$all' } },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = `//127.0.0.1:${port}/`
  const npmrc = `@portal:registry=http:${address}\n${address}:_authToken=anyone\n`
  const settings = path.join(folder, 'npmrc')
  writeFileSync(settings, npmrc)
  for (const published of publishedPackages()) {
    await run('npm', ['publish', '--access', 'public', '--userconfig', settings], {
      cwd: builtFolder(out, published),
    })
  }
  return {
    url: `http:${address}`,
    npmrc,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
