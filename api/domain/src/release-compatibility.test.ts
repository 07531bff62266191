import { expect, it } from 'vitest'
import { incompatibilitiesOf, remoteContract } from './release-compatibility.ts'

type Names = Record<string, string[]> | undefined

const contractVersion = '1.4.0'
const portal = {
  contractVersion,
  exportedNames: {
    '@portal/remote-kit/portal': ['usePortal'],
    '@portal/shared-ui/field': ['Field', 'TextField'],
  },
}
const using = (usedNames: Names) => ({
  name: 'meetings',
  release: '1.4.0-a',
  contract: remoteContract,
  shared: {},
  ...(usedNames ? { usedNames } : {}),
})

it('refuses names that the portal’s shell doesn’t export, in one sentence', () => {
  const manifest = using({
    '@portal/remote-kit/portal': ['today', 'tomorrow', 'usePortal'],
    '@portal/shared-ui/field': ['DateField', 'Field'],
  })
  expect(incompatibilitiesOf(manifest, portal)).toEqual([
    'meetings 1.4.0-a uses today, tomorrow of @portal/remote-kit/portal and DateField of @portal/shared-ui/field, which this portal’s shell doesn’t have: build it with the packages that the portal has, or wait until the portal is updated.',
  ])
})

it.each<[string, Names]>([
  ['exports', { '@portal/shared-ui/field': ['TextField'] }],
  ['exports as part of a module that is used as a whole', { '@portal/remote-kit/portal': ['*'] }],
  ['hasn’t recorded for a module', { '@portal/remote-kit/later': ['today'] }],
])('accepts names that the portal’s shell %s', (_, usedNames) => {
  expect(incompatibilitiesOf(using(usedNames), portal)).toEqual([])
})

it('refuses no names of a release or a shell without a record of them', () => {
  expect(incompatibilitiesOf(using(undefined), portal)).toEqual([])
  const today = using({ '@portal/remote-kit/portal': ['today'] })
  expect(incompatibilitiesOf(today, { contractVersion })).toEqual([])
})
