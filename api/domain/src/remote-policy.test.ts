import { describe, expect, it } from 'vitest'
import { placedByPolicy, policyFaults } from './remote-policy.ts'

const release = {
  name: 'news',
  files: [
    { file: 'container.js', size: 90_000 },
    { file: 'screens.js', size: 60_000 },
    { file: '@mf-types.zip', size: 500_000 },
  ],
  navigation: [
    { to: '/news', order: 30, label: 'News' },
    { to: '/press', order: 31, label: 'Press' },
  ],
  slots: [
    { slot: 'dashboard', component: 'latest', order: 50 },
    { slot: 'dashboard', component: 'archive', order: 51 },
    { slot: 'meeting', component: 'latest', order: 10 },
  ],
}

describe('what a policy doesn’t allow a release', () => {
  it('is nothing without limits, nor within them', () => {
    const budgets = { file: 90_000, total: 150_000 }
    expect(policyFaults(release, {})).toEqual([])
    expect(policyFaults(release, { budgets, slots: ['dashboard', 'meeting'] })).toEqual([])
  })

  it('is a file or a whole release over its budget, without the files for tools', () => {
    expect(policyFaults(release, { budgets: { file: 80_000 } })).toEqual([
      'The portal’s policy for news allows 80 KB for a file: container.js has 90 KB.',
    ])
    expect(policyFaults(release, { budgets: { total: 149_999 } })).toEqual([
      'The portal’s policy for news allows 150 KB for all files: they have 150 KB.',
    ])
  })

  it('is a part in another slot', () => {
    expect(policyFaults(release, { slots: ['meeting'] })).toEqual([
      'The portal’s policy for news allows it no part in the slot dashboard.',
    ])
    expect(policyFaults(release, { slots: [] })).toHaveLength(2)
  })
})

describe('where a policy puts a release', () => {
  it('is where it declares to be, if the policy doesn’t name it', () => {
    expect(placedByPolicy(release, {})).toBe(release)
    const order = { menu: [{ to: '/elsewhere', order: 1 }], parts: [] }
    expect(placedByPolicy(release, { order })).toEqual(release)
  })

  it('is the policy’s place for each menu entry and part', () => {
    const { navigation, slots } = placedByPolicy(release, {
      order: {
        menu: [{ to: '/press', order: 5 }],
        parts: [{ slot: 'dashboard', component: 'latest', order: 7 }],
      },
    })
    expect(navigation.map(({ to, order }) => [to, order])).toEqual([
      ['/news', 30],
      ['/press', 5],
    ])
    expect(slots.map(({ slot, component, order }) => [slot, component, order])).toEqual([
      ['dashboard', 'latest', 7],
      ['dashboard', 'archive', 51],
      ['meeting', 'latest', 10],
    ])
  })

  it('is in no slot that the policy doesn’t allow', () => {
    const { slots } = placedByPolicy(release, { slots: ['meeting'] })
    expect(slots).toEqual([{ slot: 'meeting', component: 'latest', order: 10 }])
  })
})
