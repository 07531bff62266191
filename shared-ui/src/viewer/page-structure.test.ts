import { expect, it } from 'vitest'
import { withoutEmptyRows } from './page-structure.ts'

type Structure = Parameters<typeof withoutEmptyRows>[0]
const node = (role: string, ...children: Structure['children']): Structure => ({ role, children })
const words = (id: string) => ({ type: 'content', id })

it('leaves out the rows of a table that stand on other pages', () => {
  const here = node('TR', node('TH', words('b')), node('TD'))
  const elsewhere = node('TR', node('TH'), node('TD', node('P')))
  const paragraph = node('P', words('a'))
  const structure = node('Root', paragraph, node('Table', elsewhere, here, elsewhere))
  expect(withoutEmptyRows(structure)).toEqual(node('Root', paragraph, node('Table', here)))
})

it('keeps the row of a picture that is described', () => {
  const map = { ...node('Figure'), alt: 'A map' }
  const row = node('TR', map)
  expect(withoutEmptyRows(node('Table', row))).toEqual(node('Table', row))
})

it('has nothing to say of a page without structure', () => {
  expect(withoutEmptyRows(null as unknown as Structure)).toBeNull()
})
