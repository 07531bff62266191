import { expect, it } from 'vitest'
import { withoutEmptyRows } from './use-reading.ts'

type Structure = Parameters<typeof withoutEmptyRows>[0]
const node = (role: string, ...children: Structure['children']): Structure => ({ role, children })
const words = (id: string) => ({ type: 'content', id })

it('removes table rows that belong to other pages', () => {
  const here = node('TR', node('TH', words('b')), node('TD'))
  const elsewhere = node('TR', node('TH'), node('TD', node('P')))
  const paragraph = node('P', words('a'))
  const structure = node('Root', paragraph, node('Table', elsewhere, here, elsewhere))
  expect(withoutEmptyRows(structure)).toEqual(node('Root', paragraph, node('Table', here)))
})

it('keeps a row with a described image', () => {
  const map = { ...node('Figure'), alt: 'A map' }
  const row = node('TR', map)
  expect(withoutEmptyRows(node('Table', row))).toEqual(node('Table', row))
})

it('returns null for a page without structure', () => {
  expect(withoutEmptyRows(null as unknown as Structure)).toBeNull()
})
