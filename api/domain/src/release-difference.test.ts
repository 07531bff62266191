import { describe, expect, it } from 'vitest'
import { type ComparedRelease, comparedParts, releaseDifference } from './release-difference.ts'

const file = (name: string, size: number, integrity = name) => ({ file: name, size, integrity })

const earlier: ComparedRelease = {
  audience: 'members',
  routes: ['/calendar', '/meetings'],
  navigation: [{ to: '/calendar', label: 'Calendar', icon: 'calendar', order: 20 }],
  slots: [{ slot: 'dashboard', component: 'upcoming', order: 10 }],
  shared: { react: '^19.2.0', 'react-dom': '^19.3.0' },
  files: [
    file('container.0011223344.js', 100_000),
    file('styles.5566778899.css', 2048),
    file('font.woff2', 4000),
  ],
  contractRange: '^1.0.0',
  commit: 'aaaaaaa',
  named: [{ address: '/api/meetings' }],
}

const later: ComparedRelease = {
  ...earlier,
  audience: 'admins',
  routes: ['/calendar', '/agendas'],
  navigation: [{ to: '/calendar', label: 'Board Calendar', icon: 'calendar', order: 20 }],
  slots: [],
  brings: { zod: { version: '5.0.1', compressed: 7000 } },
  shared: { react: '^19.3.0', '@portal/shared-ui/badge': '^1.0.0' },
  files: [
    file('container.aabbccddee.js', 101_024, 'changed'),
    file('styles.5566778899.css', 2048),
    file('worker.0123456789.js', 1000),
  ],
  commit: 'bbbbbbb',
  named: [{ address: '/api/meetings' }, { address: '/api/audit', onlyAdmins: true }],
}

describe('the difference of two releases', () => {
  it('is empty when nothing differs', () => {
    expect(releaseDifference(earlier, { ...earlier })).toEqual([])
  })

  it('lists files by their names without the hash, and every other part that differs', () => {
    expect(releaseDifference(earlier, later)).toEqual([
      { part: 'audience', lines: [{ kind: 'changed', text: 'members → admins' }] },
      {
        part: 'routes',
        lines: [
          { kind: 'removed', text: '/meetings' },
          { kind: 'added', text: '/agendas' },
        ],
      },
      {
        part: 'navigation',
        lines: [
          { kind: 'removed', text: '“Calendar” to /calendar (calendar, place 20)' },
          { kind: 'added', text: '“Board Calendar” to /calendar (calendar, place 20)' },
        ],
      },
      { part: 'slots', lines: [{ kind: 'removed', text: 'upcoming in dashboard (place 10)' }] },
      { part: 'addresses', lines: [{ kind: 'added', text: '/api/audit (only for admins)' }] },
      { part: 'brings', lines: [{ kind: 'added', text: 'zod 5.0.1, 7 KB (Brotli)' }] },
      {
        part: 'shared',
        lines: [
          { kind: 'added', text: '@portal/shared-ui/badge ^1.0.0' },
          { kind: 'changed', text: 'react ^19.2.0 → ^19.3.0' },
          { kind: 'removed', text: 'react-dom ^19.3.0' },
        ],
      },
      { part: 'size', lines: [{ kind: 'changed', text: '106 KB → 104 KB (−1976 bytes)' }] },
      {
        part: 'files',
        lines: [
          { kind: 'changed', text: 'container.js, 100 KB → 101 KB (+1024 bytes)' },
          { kind: 'removed', text: 'font.woff2, 4 KB' },
          { kind: 'added', text: 'worker.js, 1 KB' },
        ],
      },
      { part: 'commit', lines: [{ kind: 'changed', text: 'aaaaaaa → bbbbbbb' }] },
    ])
  })

  it('doesn’t compare the addresses in code if those of a release aren’t known', () => {
    expect(releaseDifference({ ...earlier, named: undefined }, earlier)).toEqual([])
  })

  it('lists everything in a first release as added', () => {
    const all = releaseDifference(undefined, { ...earlier, brings: later.brings })
    expect(all.map(({ part }) => part)).toEqual([...comparedParts])
    expect(new Set(all.flatMap(({ lines }) => lines.map(({ kind }) => kind)))).toEqual(
      new Set(['added']),
    )
    expect(all.find(({ part }) => part === 'size')?.lines[0]?.text).toBe('106 KB')
  })
})
