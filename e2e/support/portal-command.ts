import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
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

/**
 * Run in a copy of the workspace, with its commands: opens a remote's screens without a record of
 * the names that the release uses, under the shell of a running portal and then under the copy's.
 */
const screensUnderBoth = `
  const commands = './shell/remote-kit/src/cli'
  const { checkScreens, inBrowser } = await import(commands + '/check-release.ts')
  const { buildRelease } = await import(commands + '/built-release.ts')
  const { remoteFolder } = await import(commands + '/remote-folders.ts')
  const { trialShell } = await import(commands + '/trial-shell.ts')
  const [remote, url] = process.argv.slice(1)
  const build = await buildRelease(remoteFolder(remote))
  delete build.manifest.usedNames
  const shells = [await trialShell(url), await trialShell(undefined)]
  const findings = inBrowser(async function* (browser) {
    for (const { folder } of shells) yield checkScreens(build, browser, { shellFolder: folder })
  })
  const faults = []
  for await (const finding of findings) faults.push(finding.faults)
  console.log(JSON.stringify({ portals: faults[0], copies: faults[1] }))
`

/** The faults that each of both shells shows. */
export async function faultsUnderBoth(
  copy: string,
  remote: string,
  url: string,
): Promise<{ portals: string[]; copies: string[] }> {
  const args = ['--input-type=module', '--eval', screensUnderBoth, remote, url]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy })
  // The build of the shell prints, too.
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as { portals: string[]; copies: string[] }
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

/** Adds screens below /directory, by name with their source. */
export function addScreens(folder: string, screens: Record<string, string>): void {
  const names = Object.keys(screens)
  const loads = names.map((name) => `  ${name}: () => import('./directory/${name}-screen.tsx'),`)
  const routes = names.map((name) => `  { path: '/directory/${name}', lazy: screens['${name}']! },`)
  edit(
    path.join(folder, 'src/routes.ts'),
    'export const routes: RouteObject[] = [',
    `const screens = {
${loads.join('\n')}
} as unknown as Record<string, () => Promise<{ Component: () => null }>>

export const routes: RouteObject[] = [
${routes.join('\n')}`,
  )
  for (const [name, source] of Object.entries(screens)) {
    writeFileSync(path.join(folder, `src/directory/${name}-screen.tsx`), source)
  }
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
