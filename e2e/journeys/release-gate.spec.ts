import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '../support/fixtures.ts'
import { copyOfWorkspace, edit } from '../support/workspace-copy.ts'

const run = promisify(execFile)

/** Runs `portal check directory` without a portal; returns its output and exit code. */
async function check(copy: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PORTAL_URL: undefined }
  const script = ['shell/remote-kit/bin/portal.ts', 'check', 'directory']
  try {
    const { stdout } = await run(process.execPath, script, { cwd: copy, env })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: `${stdout}${stderr}` }
  }
}

/** Screens that break without an error. */
const silentlyBroken = {
  empty: `export function Screen() {
  return <h1>Directory</h1>
}
`,
  endless: `import { useEffect, useState } from 'react'

export function Component() {
  const [count, setCount] = useState(0)
  useEffect(() => setCount(count + 1))
  return <h1>Directory {count}</h1>
}
`,
  looping: `export function Component() {
  for (;;);
}
`,
}

test(
  'the gate finds what only a browser under the portal’s policy can show',
  { tag: '@long' },
  async () => {
    test.setTimeout(300_000)
    const copy = copyOfWorkspace()
    try {
      const folder = path.join(copy, 'mf-directory')
      edit(
        path.join(folder, 'src/remote.ts'),
        'owns: [directoryPaths.directory],',
        `owns: [directoryPaths.directory],
  slots: {
    phones: { slot: 'sidebar', order: 10, load: () => import('./directory/directory-screen.tsx') },
    people: { slot: 'dashboard', order: 70, load: () => import('./directory/directory-screen.tsx') },
  },`,
      )
      edit(
        path.join(folder, 'src/directory/directory-screen.tsx'),
        'export function Component() {',
        `export function Component() {
  if (location.pathname === '/') void fetch('https://elsewhere.example/').catch(() => {})
  else setTimeout(() => (document.createElement('p').innerHTML = '<b>bold</b>'))`,
      )
      edit(
        path.join(folder, 'src/routes.ts'),
        'export const routes: RouteObject[] = [',
        `const screens = {
  empty: () => import('./directory/empty-screen.tsx'),
  endless: () => import('./directory/endless-screen.tsx'),
  looping: () => import('./directory/looping-screen.tsx'),
} as unknown as Record<string, () => Promise<{ Component: () => null }>>

export const routes: RouteObject[] = [
  {
    path: '/directory/named',
    handle: { heading: 'Phones' },
    lazy: () => import('./directory/directory-screen.tsx'),
  },
  { path: '/directory/empty', lazy: screens['empty']! },
  { path: '/directory/endless', lazy: screens['endless']! },
  { path: '/directory/looping', lazy: screens['looping']! },`,
      )
      for (const [name, text] of Object.entries(silentlyBroken)) {
        writeFileSync(path.join(folder, `src/directory/${name}-screen.tsx`), text)
      }
      const { code, output } = await check(copy)
      expect(code).toBe(1)
      expect(output).toContain('phones: the shell has no slot called sidebar.')
      expect(output).toMatch(/ {4}\/directory: it threw .*TrustedHTML/)
      expect(output).toContain(
        '    /directory/named: its heading is “Board & Staff Directory”, but its route says “Phones”',
      )
      expect(output).toMatch(/ {4}\/directory\/empty: .*showed nothing within/)
      // The shell has found it, or the gate, which waits for a busy machine’s shell no longer than 20 s.
      expect(output).toMatch(/ {4}\/directory\/endless: .*render(ed|s) without end/)
      expect(output).toContain('    /directory/looping: the page stopped answering for 10 s')
      expect(output).toMatch(/ {4}\/: the page’s policy blocked it: .*elsewhere\.example/)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  },
)
