import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Brand } from './brand.tsx'
import { portalOf } from './portal-fixture.ts'

const { foundation } = portalOf().config
const withLogo = (width: number, height: number) => ({
  ...foundation,
  logoUrl: '/branding/logo.1.webp',
  logoSize: { width, height },
})
const tall = withLogo(140, 240)
const wide = withLogo(720, 240)
const logo = () => screen.queryByRole('img', { name: 'Larkspur Foundation' })

it('shows the monogram of a foundation without a logo, also in the folded menu', () => {
  const { rerender, container } = render(<Brand foundation={foundation} name="Board Portal" />)
  expect(container.textContent).toBe('LBoard Portal')
  rerender(<Brand foundation={foundation} name="Board Portal" markOnly />)
  expect(container.textContent).toBe('L')
})

it('shows the logo at its size, named after the foundation', () => {
  const { container } = render(<Brand foundation={tall} name="Board Portal" />)
  expect(logo()?.getAttribute('width')).toBe('140')
  expect(logo()?.getAttribute('height')).toBe('240')
  expect(container.textContent).toBe('Board Portal')
})

it('gives the logo no name next to the foundation’s own', () => {
  const { container } = render(<Brand foundation={tall} name="Larkspur Foundation" />)
  expect(logo()).toBeNull()
  expect(container.querySelector('img')?.alt).toBe('')
})

it('lets a wide logo replace the foundation’s name', () => {
  const { container } = render(<Brand foundation={wide} name="Larkspur Foundation" />)
  expect(logo()).toBeTruthy()
  expect(container.textContent).toBe('')
})

it('keeps a logo in the folded menu, and shows the monogram for a wide one', () => {
  const { rerender, container } = render(<Brand foundation={tall} name="Board Portal" markOnly />)
  expect(logo()).toBeTruthy()
  rerender(<Brand foundation={wide} name="Board Portal" markOnly />)
  expect(logo()).toBeNull()
  expect(container.textContent).toBe('L')
})
