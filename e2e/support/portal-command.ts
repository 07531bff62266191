import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { listReleases } from '@portal/contract/publishing'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { adminToken, callWith } from '../bench/session.ts'
import type { OwnPortal } from './fixtures.ts'
import { commitAll, edit } from './workspace-copy.ts'

type Ended = { code: number | null; output: string }
type Started = (words: string[], env?: NodeJS.ProcessEnv) => ReturnType<typeof spawn>
type Commands = { run: (...words: string[]) => Promise<Ended>; child: Started }

/** The real command as a process, in a copy of the workspace whose remotes may be changed. */
export function commandsIn(copy: string, env: NodeJS.ProcessEnv): Commands {
  const child: Started = (words, other = {}) =>
    spawn(process.execPath, ['shell/remote-kit/bin/portal.ts', ...words], {
      cwd: copy,
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(copy, '.cache/node'), ...env, ...other },
    })
  const run = async (...words: string[]) => {
    const started = child(words)
    let output = ''
    for (const stream of [started.stdout!, started.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    const [code] = (await once(started, 'close')) as [number | null]
    return { code, output }
  }
  return { run, child }
}

/** Another version of the directory, identified by its heading. */
export function changeDirectory(copy: string, version: string, heading: string): void {
  const folder = path.join(copy, 'mf-directory')
  edit(path.join(folder, 'package.json'), /"version": "[^"]+"/, `"version": "${version}"`)
  edit(
    path.join(folder, 'src/directory/directory-screen.tsx'),
    /title="[^"]+"/,
    `title="${heading}"`,
  )
  edit(path.join(folder, 'src/routes.ts'), /heading: '[^']+'/, `heading: '${heading}'`)
  commitAll(copy, `Version ${version}`)
}

/** What a remote's pipeline has: a release token, and here also an admin's token. */
export async function machineOf(portal: OwnPortal, remote = 'directory') {
  const token = await adminToken(portal.url)
  const call = callWith(portal.url, token)
  const { secret } = await call(createReleaseToken, { body: { name: 'ci', remote } })
  const releases = async () =>
    (await call(listReleases, { params: { remote } })).releases.map(({ release }) => release)
  return { call, token, secret, releases }
}

/** The release that `portal publish` reports as published. */
export function releaseIn(output: string): string {
  const release = /^(\S+) of \S+ is published/m.exec(output)?.[1]
  if (!release) throw new Error(output)
  return release
}
