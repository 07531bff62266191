import { expect, it } from 'vitest'
import { bodyId, isBodyId, isNamedAfterBody } from './bodies.ts'
import { presetRules, quorumOf, rulePresets } from './rule-profiles.ts'

it.each([
  ['Finance Committee', 'finance-committee'],
  ['Audit & Risk', 'audit-and-risk'],
  ['Comité d’éthique', 'comite-dethique'],
  ['Class of 2026', 'class-of2026'],
  ['Gala 2026/27', 'gala202627'],
  ['2026', '2026'],
  ['理事会', ''],
])('gives the body “%s” the id “%s”', (name, id) => {
  expect(bodyId(name)).toBe(id)
  expect(isBodyId(id)).toBe(id !== '')
})

it.each(['finance-2', 'a-1-2', 'Finance', 'a--b', '-a', 'a-', 'a b', 'x'.repeat(61)])(
  'accepts no body with the id “%s”',
  (id) => expect(isBodyId(id)).toBe(false),
)

it('finds a meeting whose title is its body’s name', () => {
  const finance = { name: 'Finance Committee' }
  expect(isNamedAfterBody('Finance committee', finance)).toBe(true)
  expect(isNamedAfterBody('Finance Committee Meeting', finance)).toBe(false)
})

it.each([
  [{ by: 'share', share: 'third' }, 7, 3],
  [{ by: 'share', share: 'half' }, 7, 4],
  [{ by: 'share', share: 'half' }, 8, 4],
  [{ by: 'share', share: 'majority' }, 8, 5],
  [{ by: 'share', share: 'twoThirds' }, 7, 5],
  [{ by: 'share', share: 'all' }, 7, 7],
  [{ by: 'number', number: 6 }, 7, 6],
] as const)('computes the quorum %o of %i in office', (quorum, inOffice, expected) => {
  expect(quorumOf({ quorum }, inOffice)).toBe(expected)
})

it('begins every preset without a confirmation', () => {
  const presets = Object.keys(rulePresets) as (keyof typeof rulePresets)[]
  expect(presets.map((preset) => presetRules(preset).confirmed)).toEqual([false, false, false])
  expect(presets.map((preset) => presetRules(preset).majority)).toEqual([
    'votesCast',
    'present',
    'votesCast',
  ])
})
