import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../support/fixtures.ts'
import { commandsIn } from '../support/portal-command.ts'
import { copyOfWorkspace, edit } from '../support/workspace-copy.ts'

/** Checks the directory of a copy of the workspace without a portal: against the copy's own remotes. */
async function checkIn(copy: string): Promise<string> {
  const { code, output } = await commandsIn(copy, { PORTAL_URL: undefined }).run(
    'check',
    'directory',
  )
  expect(code, output).toBe(1)
  return output
}

/** Adds screens below /directory, by name with their source. */
function addScreens(folder: string, screens: Record<string, string>): void {
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

test.describe('the gate', () => {
  let copy: string
  let folder: string
  test.beforeEach(() => {
    copy = copyOfWorkspace()
    folder = path.join(copy, 'mf-directory')
  })
  test.afterEach(() => rmSync(copy, { recursive: true, force: true }))

  test('reports all objections at once, and what only a browser under the portal’s policy can show', async () => {
    test.setTimeout(300_000)
    edit(
      path.join(folder, 'src/remote.ts'),
      'owns: [directoryPaths.directory],',
      `owns: ['/directory', '/calendar/staff'],
  slots: {
    phones: { slot: 'sidebar', order: 10, load: () => import('./directory/directory-screen.tsx') },
    people: { slot: 'dashboard', order: 70, load: () => import('./directory/directory-screen.tsx') },
  },`,
    )
    edit(path.join(folder, 'rspack.config.ts'), "'directory',", "'directory', budget: 9000,")
    const screen = path.join(folder, 'src/directory/directory-screen.tsx')
    edit(screen, /^/, `import { Badge as Copy } from '../../../shared-ui/src/badge.tsx'\n`)
    edit(
      screen,
      'export function Component() {',
      `export function Component() {
  if (location.pathname === '/') void fetch('https://elsewhere.example/' + Copy.name).catch(() => {})
  else setTimeout(() => (document.createElement('p').innerHTML = '<b>bold</b>'))`,
    )
    // An empty screen, which breaks without an error, and one that throws.
    addScreens(folder, {
      empty: 'export function Screen() {\n  return <h1>Directory</h1>\n}\n',
      throwing: `export function Component() {\n  throw new Error('It is broken.')\n}\n`,
    })
    edit(
      path.join(folder, 'src/routes.ts'),
      'export const routes: RouteObject[] = [',
      `export const routes: RouteObject[] = [
  {
    path: '/directory/named',
    handle: { heading: 'Phones' },
    lazy: () => import('./directory/directory-screen.tsx'),
  },`,
    )
    const output = await checkIn(copy)
    expect(output).toMatch(
      /✓ shell +[\w-]+, this workspace’s, because PORTAL_URL names no portal\n/,
    )
    expect(output).toMatch(/over the budget of 9000/)
    expect(output).toMatch(
      /shared-ui\/src\/badge\.tsx is bundled: import @portal\/shared-ui\/badge,/,
    )
    expect(output).toMatch(/\/calendar\/staff is claimed by directory \(\S+\) and by meetings \(/)
    expect(output).toContain('phones: the shell has no slot called sidebar.')
    expect(output).toMatch(/ {4}\/directory: it threw .*TrustedHTML/)
    expect(output).toContain(
      '    /directory/named: its heading is “Board & Staff Directory”, but its route says “Phones”',
    )
    expect(output).toMatch(/ {4}\/directory\/empty: .*showed nothing within/)
    expect(output).toMatch(/ {4}\/directory\/throwing: .*It is broken/)
    expect(output).toMatch(/ {4}\/: the page’s policy blocked it: .*elsewhere\.example/)
    expect(output).toContain('directory can’t be published.')
  })

  test('finds screens that never end', { tag: '@long' }, async () => {
    test.setTimeout(300_000)
    addScreens(folder, {
      endless: `import { useEffect, useState } from 'react'

export function Component() {
  const [count, setCount] = useState(0)
  useEffect(() => setCount(count + 1))
  return <h1>Directory {count}</h1>
}
`,
      fetching: `import { useEffect } from 'react'

export function Component() {
  useEffect(() => {
    const again = (): Promise<void> => fetch('/api/portal').then(again, again)
    void again()
  }, [])
  return <h1>Directory</h1>
}
`,
      looping: 'export function Component() {\n  for (;;);\n}\n',
    })
    const output = await checkIn(copy)
    // The shell has found it, or the gate, which waits for a busy machine’s shell no longer than 20 s.
    expect(output).toMatch(/ {4}\/directory\/endless: .*render(ed|s) without end/)
    expect(output).toMatch(
      / {4}\/directory\/fetching: it was still loading after 60 s, and had requested \/api\/portal \d+ times/,
    )
    expect(output).toContain('    /directory/looping: the page stopped answering for 10 s')
  })
})
