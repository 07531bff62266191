import { describe, expect, it } from 'vitest'
import { incompatibilitiesOf, remoteContract } from './release-compatibility.ts'
import { endingSupport, type ReleaseSupport, supportInWords } from './release-support.ts'

const panel = '@portal/remote-kit/query-panel'
const card = '@portal/shared-ui/card'
const removed = '@portal/remote-kit/banner'

const support: ReleaseSupport = {
  months: 12,
  majors: {
    '@portal/remote-kit': {
      version: '1.9.0',
      until: '2027-11-30',
      names: { [panel]: ['QueryPanel'], [removed]: ['Banner'] },
    },
    '@portal/contract': { version: '1.31.0', until: '2027-06-30' },
  },
  deprecated: { [card]: { OldCard: { until: '2027-03-31', instead: 'Card' } } },
}

const portal = {
  contractVersion: '2.0.0',
  provided: { [panel]: '2.0.0', '@portal/remote-kit/query': '2.0.0', [card]: '1.4.0' },
  exportedNames: { [panel]: ['Panel'], '@portal/remote-kit/query': ['useQuery'] },
  support,
}

const release = (
  shared: Record<string, string>,
  usedNames: Record<string, string[]> = {},
  contractRange = '^2.0.0',
) => ({
  name: 'news',
  release: '1.0.0-a',
  contract: remoteContract,
  contractRange,
  shared,
  usedNames,
})

describe('a portal that serves two majors', () => {
  it.each([
    ['the current major', release({ [panel]: '^2.0.0' }, { [panel]: ['Panel'] })],
    ['the earlier one', release({ [panel]: '^1.2.0' }, { [panel]: ['QueryPanel'] })],
    [
      'a module that is the same in both',
      release(
        { '@portal/remote-kit/query': '^1.2.0' },
        { '@portal/remote-kit/query': ['useQuery'] },
      ),
    ],
    ['a module that the current one has removed', release({ [removed]: '^1.0.0' })],
    ['the earlier contract', release({}, {}, '^1.30.0')],
  ])('accepts a release that uses %s', (_, manifest) => {
    expect(incompatibilitiesOf(manifest, portal)).toEqual([])
  })

  it.each([
    ['a newer minor of the earlier major', release({ [panel]: '^1.10.0' }), /needs .*@\^1\.10\.0/],
    ['the major before', release({ [panel]: '^0.4.0' }), /needs .*@\^0\.4\.0/],
    ['a removed module of the current major', release({ [removed]: '^2.0.0' }), /needs .*banner/],
    [
      'a name of the other major',
      release({ [panel]: '^1.2.0' }, { [panel]: ['Panel'] }),
      /uses Panel of/,
    ],
    [
      'a name that the current major has dropped',
      release({ [panel]: '^2.0.0' }, { [panel]: ['QueryPanel'] }),
      /uses QueryPanel of/,
    ],
    ['another contract', release({}, {}, '^3.0.0'), /this portal has 2\.0\.0 and 1\.31\.0/],
    ['an earlier major of a package without one', release({ [card]: '^0.9.0' }), /needs .*card/],
  ])('refuses a release that uses %s', (_, manifest, sentence) => {
    expect(incompatibilitiesOf(manifest, portal)).toEqual([expect.stringMatching(sentence)])
  })
})

it('lists what a release uses for a limited time, what ends first first', () => {
  const manifest = release(
    { [panel]: '^1.2.0', '@portal/remote-kit/query': '^1.2.0', [card]: '^1.0.0' },
    { [card]: ['Card', 'OldCard'] },
    '^1.30.0',
  )
  expect(endingSupport(manifest, support).map(supportInWords)).toEqual([
    'OldCard of @portal/shared-ui/card is supported until 2027-03-31: its team uses Card instead.',
    '@portal/contract 1 is supported until 2027-06-30: its team runs npx portal upgrade --to latest in its repository and releases again.',
    '@portal/remote-kit 1 is supported until 2027-11-30: its team runs npx portal upgrade --to latest in its repository and releases again.',
  ])
})

it('lists nothing for a release of the current majors', () => {
  const manifest = release({ [panel]: '^2.0.0', react: '^19.0.0' }, { [card]: ['Card'] })
  expect(endingSupport(manifest, support)).toEqual([])
})
