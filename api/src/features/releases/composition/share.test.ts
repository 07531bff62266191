import { promotionPlan } from '@portal/contract/pointers'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInRollout, isInShare, shareOf } from './share.ts'

const person = (n: number) => ({ uid: `uid-${n}`, email: `p${n}@larkspur.example` })
const people = Array.from({ length: 2000 }, (_, n) => person(n))
const runs = (release: string, step: (typeof promotionPlan)[number]) =>
  people.filter((candidate) => isInShare(candidate, 'meetings', { release, step }))

describe('who runs a candidate', () => {
  it('keeps a person’s candidate at every later step', () => {
    const cohorts = { qa: ['p1@larkspur.example'], team: ['p2@larkspur.example'] }
    fc.assert(
      fc.property(fc.nat(3), fc.string(), fc.string(), (n, uid, release) => {
        const caller = { uid, email: `P${n}@Larkspur.example` }
        const inIt = promotionPlan.map((step) =>
          isInShare(caller, 'meetings', { release, step }, cohorts),
        )
        const first = inIt.indexOf(true)
        expect(inIt.slice(first).every(Boolean)).toBe(true)
        if (n === 1) expect(first).toBe(0)
        if (n === 2) expect(first).toBeLessThanOrEqual(1)
      }),
    )
  })

  it.each(promotionPlan)('matches the step’s share of everyone: %s', (step) => {
    const part = (runs('1.0.0-a', step).length / people.length) * 100
    expect(Math.abs(part - shareOf[step])).toBeLessThan(4)
  })

  it('chooses other people for another release', () => {
    const [first, second] = ['1.0.0-a', '1.0.0-b'].map((release) => runs(release, '10'))
    expect(first).not.toEqual(second)
  })
})

it('keeps a flag on for a person at every larger share, and chooses others for another flag', () => {
  const on = (flag: string, share: number) =>
    people.filter((each) => isInRollout(each, 'meetings', { flag, share, cohorts: [] }))
  const [few, half] = [on('newList', 10), on('newList', 50)]
  expect(half).toEqual(expect.arrayContaining(few))
  expect(Math.abs(half.length / people.length - 0.5)).toBeLessThan(0.04)
  expect(on('maps', 50)).not.toEqual(half)
})
