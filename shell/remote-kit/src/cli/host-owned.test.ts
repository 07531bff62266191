import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { componentsFolder } from '../build/shared-modules.ts'
import { hostOwned, markedOwners, marks } from './bundle-checks.ts'

const require = createRequire(import.meta.url)
const polls = path.resolve(import.meta.dirname, '../../../../e2e/remotes/polls')
/** A remote that brings React 18. */
const fromPolls = createRequire(path.join(polls, 'package.json'))
const fromUi = createRequire(path.join(componentsFolder, 'package.json'))
const fromRouterDom = createRequire(require.resolve('react-router-dom'))

/** The package's own code, as installed. */
const codeOf: Record<string, string> = {
  react: folderOf(require.resolve('react'), 'cjs'),
  'react-dom': folderOf(require.resolve('react-dom'), 'cjs'),
  'react-router': folderOf(fromRouterDom.resolve('react-router'), '.'),
  '@tanstack/react-query': folderOf(require.resolve('@tanstack/react-query'), '.'),
  '@headlessui/react': folderOf(fromUi.resolve('@headlessui/react'), '.'),
  '@portal/remote-kit': path.resolve(import.meta.dirname, '..'),
}

function folderOf(entry: string, inside: string): string {
  return path.join(path.dirname(entry), inside)
}

function textIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(c?js|mjs|tsx)$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}

describe('what the shell provides', () => {
  it.each([
    ['shell/node_modules/.pnpm/react-router@7.18.5_x/node_modules/react-router/dist/a.mjs', true],
    ['node_modules/.pnpm/react@19.3.1/node_modules/react/cjs/react.production.js', true],
    ['node_modules/.pnpm/@tanstack+query-core@5/node_modules/@tanstack/query-core/b.js', true],
    ['shared-ui/src/button.tsx', true],
    ['shell/remote-kit/src/portal.tsx', true],
    ['shell/remote-kit/src/remote.ts', false],
    ['shared-ui/src/class-names.ts', false],
    ['node_modules/.pnpm/lucide-react@1_react@19.3.1/node_modules/lucide-react/icon.js', false],
    ['mf-meetings/src/remote.ts', false],
  ])('recognizes the shell’s package among the modules of a bundle: %s', (module, owned) => {
    expect(hostOwned([module]).map((fault) => fault.module)).toEqual(owned ? [module] : [])
  })

  it.each(Object.keys(marks))('can be recognized by a marker that %s contains', (owner) => {
    expect(textIn(codeOf[owner]!)).toContain(marks[owner]!)
  })

  it.each([
    ['react', marks['react']!],
    ['react-dom', marks['react-dom']!],
  ])('can be recognized in a different major of %s too', (owner, mark) => {
    const folder = path.dirname(fromPolls.resolve(owner))
    expect(fromPolls(`${owner}/package.json`)).toMatchObject({ version: '18.3.1' })
    expect(textIn(path.join(folder, 'cjs'))).toContain(mark)
  })

  it('may be brought only as the release declares it: that package, in that script', () => {
    const brings = { react: { file: 'react.js' } }
    const [react, dom, router] = ['react', 'react-dom', 'react-router'].map(
      (name) => `node_modules/${name}/index.js`,
    )
    expect(hostOwned([react!, dom!, router!], brings).map(({ module }) => module)).toEqual([router])
    const copy = new Uint8Array(Buffer.from(`"${marks['react']} ${marks['react-router']}"`))
    expect(
      markedOwners(
        new Map([
          ['react.js', copy],
          ['screens.js', copy],
        ]),
        brings,
      ),
    ).toEqual([
      { file: 'react.js', owner: 'react-router' },
      { file: 'screens.js', owner: 'react' },
      { file: 'screens.js', owner: 'react-router' },
    ])
  })

  it('finds a package in scripts by its marker, and only there', () => {
    const copy = Buffer.from(`var a="${marks['react-router']}";`)
    const files = new Map([
      ['container.js', new Uint8Array(copy)],
      ['own.js', new Uint8Array(Buffer.from('var a=1'))],
      ['notes.txt', new Uint8Array(copy)],
    ])
    expect(markedOwners(files)).toEqual([{ file: 'container.js', owner: 'react-router' }])
  })
})
