import path from 'node:path'
import { menuIconId } from '@portal/domain/menu'
import { expect, it } from 'vitest'
import { spriteOf } from './shell-preset.ts'

it('renders each menu icon as a symbol that inherits its size and color', async () => {
  const page = document.createElement('div')
  page.innerHTML = await spriteOf(path.resolve(import.meta.dirname, '../../..'))
  const shield = page.querySelector(`#${menuIconId('shield')}`)
  expect(shield?.tagName.toLowerCase()).toBe('symbol')
  expect(shield?.getAttribute('viewBox')).toBe('0 0 24 24')
  expect(shield?.getAttribute('stroke')).toBeNull()
  expect(shield?.querySelector('path')?.getAttribute('d')).toMatch(/^M/)
  expect(page.querySelectorAll('symbol').length).toBe(page.querySelectorAll('[id]').length)
})
