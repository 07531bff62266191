import type { ComposedRelease, Composition } from '@portal/contract/releases'
import { expect, it } from 'vitest'
import { preloadsFor } from './preloads.ts'
import type { SharedFiles } from './shell-files.ts'

const components = [{ file: 'assets/components.1.js', integrity: 'sha384-components' }]
const sharedFiles: SharedFiles = {
  '@portal/shared-ui/dialog': components,
  '@portal/shared-ui/tabs': components,
}
const shared = {
  react: '^19.0.0',
  '@portal/shared-ui/dialog': '^1.0.0',
  '@portal/shared-ui/tabs': '^1.0.0',
}

function compositionOf(release: Partial<ComposedRelease>): Composition {
  const files = ['container.js', 'screens.js', 'styles.css']
  const meetings: ComposedRelease = {
    name: 'meetings',
    contract: 1,
    routes: ['/meetings'],
    navigation: [],
    slots: [{ slot: 'dashboard', component: 'upcomingMeeting', order: 1 }],
    audience: 'members',
    release: '1-a',
    version: '1.0.0',
    entry: 'container.js',
    global: 'meetings_1_a',
    shared,
    files: files.map((file) => ({ file, integrity: `sha384-${file}`, size: 1 })),
    preload: { '/meetings': files, 'slot:dashboard': ['container.js', 'styles.css'] },
    base: '/remotes/meetings/1-a/',
    ...release,
  }
  return { id: 'one', remotes: [{ name: 'meetings', releases: [meetings] }] }
}

const namesFor = (composition: Composition, path: string, files?: SharedFiles) =>
  preloadsFor(composition, path, files).map(({ href }) => href.split('/').at(-1))

it('preloads for a screen its own files and every shared module of its remote, once', () => {
  const composition = compositionOf({ sharedFirst: ['react'] })
  expect(namesFor(composition, '/meetings/2026/q/4', sharedFiles)).toEqual([
    'container.js',
    'screens.js',
    'styles.css',
    'components.1.js',
  ])
  expect(preloadsFor(composition, '/meetings', sharedFiles)).toContainEqual({
    href: '/assets/components.1.js',
    as: 'script',
    integrity: 'sha384-components',
  })
})

it('preloads for the dashboard no screens and no shared module that its parts don’t need', () => {
  const composition = compositionOf({ sharedFirst: ['react'] })
  expect(namesFor(composition, '/', sharedFiles)).toEqual(['container.js', 'styles.css'])
})

it('preloads every shared module of a release that doesn’t declare which it needs first', () => {
  expect(namesFor(compositionOf({}), '/', sharedFiles)).toEqual([
    'container.js',
    'styles.css',
    'components.1.js',
  ])
})

it('preloads the release’s own files under a shell that lists none', () => {
  expect(namesFor(compositionOf({}), '/')).toEqual(['container.js', 'styles.css'])
})
