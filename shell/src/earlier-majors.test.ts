import { createInstance } from '@module-federation/enhanced/runtime'
import { expect, it } from 'vitest'
import { earlierOffers, sharedByRange } from './earlier-majors.ts'

const panel = '@portal/remote-kit/query-panel'
const query = '@portal/remote-kit/query'

/** A shell with kit 2, an adapter of one module for kit 1, and React. */
function shell(name: string) {
  const offer = (version: string, exported: object) => ({
    version,
    scope: 'default',
    get: async () => () => exported,
    shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
  })
  const instance = createInstance({
    name,
    remotes: [],
    shareStrategy: 'loaded-first',
    plugins: [sharedByRange],
    shared: {
      [panel]: [offer('2.0.0', { Panel: 'new' }), offer('1.9.0', { QueryPanel: 'adapted' })],
      [query]: [offer('2.0.0', { useQuery: 'the same' })],
      react: [offer('19.2.0', { use: 'the same' })],
    },
  })
  instance.registerShared(earlierOffers(instance.options.shared, { '@portal/remote-kit': '1.9.0' }))
  return async (module: string, requiredVersion: string) => {
    const shareConfig = { singleton: true, strictVersion: true, requiredVersion }
    const factory = await instance.loadShare(module, { customShareInfo: { shareConfig } })
    return factory && factory()
  }
}

it('gives each release the major that it asks for, whichever was loaded first', async () => {
  const load = shell('first-new')
  expect(await load(panel, '^2.0.0')).toEqual({ Panel: 'new' })
  expect(await load(panel, '^1.2.0')).toEqual({ QueryPanel: 'adapted' })
  const other = shell('first-old')
  expect(await other(panel, '^1.2.0')).toEqual({ QueryPanel: 'adapted' })
  expect(await other(panel, '^2.0.0')).toEqual({ Panel: 'new' })
})

it('gives both majors one and the same module if it hasn’t changed', async () => {
  const load = shell('same')
  expect(await load(query, '^1.2.0')).toBe(await load(query, '^2.0.0'))
})

it('still refuses a version that nothing provides', async () => {
  const load = shell('refused')
  await expect(load(panel, '^1.10.0')).rejects.toThrow(/does not satisfy/)
  await expect(load('react', '^18.0.0')).rejects.toThrow(/does not satisfy/)
})
