import type { OfferedRelease } from '@portal/contract/offered-releases'
import { expect, it } from 'vitest'
import { supportNotes, teamsInWords } from './release-support.ts'

const support = {
  majors: { '@portal/remote-kit': { version: '1.9.0', until: '2027-11-30' } },
  deprecated: {
    '@portal/shared-ui/card': { OldCard: { until: '2027-03-31', instead: 'Card' } },
  },
}
const panel = { '@portal/remote-kit/query-panel': '^1.2.0' }
const release = (name: string, given: object) =>
  ({ name, release: '1.0.0-a', places: ['stable'], shared: {}, ...given }) as OfferedRelease

it('names each team that must act, the earliest day first', () => {
  const releases = [
    release('news', { shared: panel }),
    release('polls', { usedNames: { '@portal/shared-ui/card': ['OldCard'] } }),
    release('board', { shared: { '@portal/remote-kit/query-panel': '^2.0.0' } }),
  ]
  expect(teamsInWords(releases, support)).toEqual([
    '2 uses of what ends, the next on 2027-03-31:',
    '  polls 1.0.0-a, stable: OldCard of @portal/shared-ui/card is supported until 2027-03-31: its team uses Card instead.',
    '  news 1.0.0-a, stable: @portal/remote-kit 1 is supported until 2027-11-30: its team runs npx portal upgrade --to latest in its repository and releases again.',
  ])
})

it('reports that no team must act', () => {
  expect(teamsInWords([release('news', {})], support)).toEqual([
    'No team must act: every release uses what stays supported.',
  ])
})

it('has no notes for a portal that states no support', () => {
  expect(supportNotes(release('news', { shared: panel }), undefined)).toEqual([])
  expect(supportNotes(release('news', { shared: panel }), support)).toHaveLength(1)
})
