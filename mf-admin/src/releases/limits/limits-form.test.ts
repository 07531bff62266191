import { expect, it } from 'vitest'
import {
  backendFault,
  formOf,
  type Limits,
  limitsIn,
  limitsInWords,
  placeFault,
  sizeFault,
} from './limits-form.ts'

const claims = {
  navigation: [{ to: '/news', label: 'News', order: 30 }],
  slots: [{ slot: 'dashboard', component: 'latest', order: 50 }],
}
const limits: Limits = {
  backend: { origin: 'https://news.example.org' },
  budgets: { file: 180_500, total: 1_000_000 },
  slots: ['dashboard'],
  order: {
    menu: [{ to: '/news', order: 3 }],
    parts: [
      { slot: 'dashboard', component: 'latest', order: 7 },
      { slot: 'dashboard', component: 'earlier', order: 8 },
    ],
  },
}

it('saves what was stored if nothing is changed, also the places of other releases', () => {
  const sorted = { ...limits.order, parts: limits.order!.parts!.toReversed() }
  expect(limitsIn(formOf(limits), claims, limits)).toEqual({ ...limits, order: sorted })
  const none = { backend: null, budgets: null, slots: null, order: null }
  expect(limitsIn(formOf({}), claims, {})).toEqual(none)
})

it('takes away what is emptied, and tells no slot from any slot', () => {
  const form = { backend: ' ', file: '', total: '500', slots: [], places: {} }
  expect(limitsIn(form, claims, limits)).toEqual({
    backend: null,
    budgets: { total: 500_000 },
    slots: [],
    order: { parts: [{ slot: 'dashboard', component: 'earlier', order: 8 }] },
  })
})

it('says what is wrong with an address, a size or a place', () => {
  for (const good of ['', 'https://news.example.org', 'http://localhost:4000/']) {
    expect([good, backendFault(good)]).toEqual([good, undefined])
  }
  for (const bad of ['news.example.org', 'https://news.example.org/api', 'https://a@b.example']) {
    expect([bad, backendFault(bad)]).toEqual([bad, expect.stringContaining('without a path')])
  }
  expect([sizeFault('', 'file'), sizeFault('180.5', 'file'), sizeFault('5242', 'file')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  for (const bad of ['0', '-1', '5243', 'much']) expect(sizeFault(bad, 'file')).toContain('5,242')
  expect([placeFault(''), placeFault('0')]).toEqual([undefined, undefined])
  for (const bad of ['1.5', '-1', '1000000']) expect(placeFault(bad)).toContain('whole number')
})

it('describes the limits, and that there are none', () => {
  expect(limitsInWords(limits)).toEqual({
    Backend: 'Its screens may ask https://news.example.org.',
    Files: 'At most 181 KB each and 1 MB in all.',
    Slots: 'It may have parts in dashboard.',
    Places: 'An admin has placed 3 menu entries and parts.',
  })
  expect(limitsInWords({})).toEqual({
    Backend: 'It has none.',
    Files: 'As large as the portal allows any remote.',
    Slots: 'It may have parts in any slot.',
    Places: 'Its menu entries and parts are where its releases say.',
  })
  expect(limitsInWords({ slots: [] }).Slots).toBe('It may have no parts.')
})
