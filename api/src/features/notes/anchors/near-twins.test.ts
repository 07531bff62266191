import { pageLetters } from '@portal/domain/page-letters'
import { expect, it } from 'vitest'
import { type Chance, seededChance } from '../../paper-changes/paper-fixture.ts'
import { paperLetters } from './paper-letters.ts'
import { placeAnchor } from './place-anchor.ts'

const papers = process.env['TEST_LONG'] ? 40 : 3
const trees = ['Fir', 'Hazel', 'Rowan', 'Alder', 'Cedar', 'Maple', 'Willow', 'Aspen', 'Birch']
const houses = ['Theater', 'Shelter', 'Clinic', 'Library', 'Kitchen', 'School', 'Garden', 'Choir']

/** A clause or a row that differs from the others only in its amount and its name. */
type Item = { id: number; amount: number; name: string; by?: string }
type Form = (item: Item) => string

const forms: Record<string, Form> = {
  resolutions: ({ amount, name, by = 'approves' }) =>
    `RESOLVED, that the Board ${by} a grant of $${amount},000 to ${name} for general support, payable in two equal installments upon receipt of a signed agreement.`,
  'a budget table': ({ amount, name }) => `$${amount},000 to ${name} for general support`,
}

function items(chance: Chance): Item[] {
  const names = trees.flatMap((tree) => houses.map((house) => `${tree} ${house}`))
  return names.slice(0, 40).map((name, id) => ({ id, amount: 10 + chance(40), name }))
}

/** Removes, moves, adds and rewrites some; an amount changes in some. */
function nextVersion(before: readonly Item[], chance: Chance): Item[] {
  const after = before.flatMap((item): Item[] => {
    const kind = chance(12)
    if (kind === 0) return []
    if (kind === 1) return [{ ...item, amount: item.amount + 1 + chance(9) }]
    if (kind === 2) return [{ ...item, by: 'hereby ratifies' }]
    if (kind === 3)
      return [item, { id: -1, amount: 10 + chance(40), name: `Elm ${houses[chance(8)]}` }]
    return [item]
  })
  for (let left = 4; left > 0; left -= 1) {
    const [taken] = after.splice(chance(after.length), 1)
    after.splice(chance(after.length + 1), 0, taken!)
  }
  return after
}

/** One page, and where each item is among its letters. */
function pageOf(list: readonly Item[], form: Form) {
  let length = 0
  const places = list.map((item) => {
    const from = length
    length += pageLetters(form(item)).text.length
    return { id: item.id, from, to: length }
  })
  return { text: list.map(form).join('\n'), places }
}

it.each(Object.entries(forms))('places no note of %s on a near twin', (_, form) => {
  const tally = { right: 0, notPlaced: 0, gone: 0, wrong: 0, wrongAndExact: 0 }
  for (let seed = 1; seed <= papers; seed += 1) {
    const chance = seededChance(seed * 7919)
    const first = items(chance)
    const before = pageOf(first, form)
    const madeOn = paperLetters([before.text])
    let list: readonly Item[] = first
    for (let version = 2; version <= 3; version += 1) {
      list = nextVersion(list, chance)
      const now = pageOf(list, form)
      const paper = paperLetters([now.text])
      for (const [index, { id, from, to }] of before.places.entries()) {
        const { text } = pageLetters(before.text)
        const anchor = {
          page: 1,
          exact: form(first[index]!),
          prefix: text.slice(Math.max(0, from - 32), from),
          suffix: text.slice(to, to + 32),
          start: from,
        }
        const placed = placeAnchor(anchor, paper, { made: madeOn })
        const truth = now.places.find((place) => place.id === id)
        const [range] = placed?.ranges ?? []
        if (!placed || !range) tally[truth ? 'notPlaced' : 'gone'] += 1
        else if (truth && Math.abs(range.from - truth.from) < 12 && range.to <= truth.to + 12) {
          tally.right += 1
        } else if (placed.how === 'approximate') tally.wrong += 1
        else tally.wrongAndExact += 1
      }
    }
  }
  const all = Object.values(tally).reduce((sum, count) => sum + count)
  expect(tally.wrongAndExact).toBe(0)
  expect(tally.wrong, JSON.stringify(tally)).toBeLessThanOrEqual(all * 0.003)
  expect(tally.right / (all - tally.gone), JSON.stringify(tally)).toBeGreaterThan(0.7)
})
