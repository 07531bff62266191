import type { ReleaseManifest } from '@portal/contract/releases'
import { expect, it } from 'vitest'
import { differenceOf } from './release-difference.ts'
import { integrityOf } from './release-files.ts'

const file = (name: string, size: number, text = name) => ({
  file: name,
  size,
  integrity: integrityOf(Buffer.from(text)),
})

const earlier: ReleaseManifest = {
  name: 'meetings',
  contract: 1,
  routes: ['/calendar', '/meetings'],
  navigation: [{ to: '/calendar', label: 'Calendar', icon: 'calendar', order: 20 }],
  slots: [{ slot: 'dashboard', component: 'upcoming', order: 10 }],
  audience: 'members',
  release: '1.0.0-a',
  version: '1.0.0',
  entry: 'container.0011223344.js',
  global: 'one',
  shared: { react: '^19.2.0', 'react-dom': '^19.3.0' },
  files: [
    file('container.0011223344.js', 100_000),
    file('styles.5566778899.css', 2048),
    file('font.woff2', 4000),
  ],
  preload: {},
  contractRange: '^1.0.0',
  commit: 'aaaaaaa',
}

it('returns nothing when nothing differs', () => {
  expect(differenceOf(earlier, { ...earlier, release: '1.0.0-b' })).toEqual([])
})

it('lists files by their names without the hash, and every other difference of the records', () => {
  const later: ReleaseManifest = {
    ...earlier,
    release: '1.1.0-b',
    routes: ['/calendar', '/agendas'],
    navigation: [{ to: '/calendar', label: 'Board Calendar', icon: 'calendar', order: 20 }],
    slots: [],
    brings: { zod: { version: '5.0.1', file: 'zod.0123456789.js', compressed: 7000 } },
    shared: { react: '^19.3.0', '@portal/shared-ui/badge': '^1.0.0' },
    files: [
      file('container.aabbccddee.js', 101_024, 'changed'),
      file('styles.5566778899.css', 2048),
      file('worker.0123456789.js', 1000),
    ],
    commit: 'bbbbbbb',
  }
  expect(differenceOf(earlier, later)).toEqual([
    'files',
    '  ~ container.js, 100 KB → 101 KB (+1024 bytes)',
    '  - font.woff2, 4 KB',
    '  + worker.js, 1 KB',
    'commit',
    '  ~ aaaaaaa → bbbbbbb',
    'brings',
    '  + zod 5.0.1, 7 KB (Brotli)',
    'shared',
    '  + @portal/shared-ui/badge ^1.0.0',
    '  ~ react ^19.2.0 → ^19.3.0',
    '  - react-dom ^19.3.0',
    'routes',
    '  - /meetings',
    '  + /agendas',
    'navigation',
    '  - “Calendar” to /calendar (calendar, place 20)',
    '  + “Board Calendar” to /calendar (calendar, place 20)',
    'slots',
    '  - upcoming in dashboard (place 10)',
  ])
})
