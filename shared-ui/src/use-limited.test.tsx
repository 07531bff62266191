import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ShowMore } from './show-more.tsx'
import { useLimited } from './use-limited.ts'

function List({ count }: { count: number }) {
  const all = Array.from({ length: count }, (_, index) => `Person ${index + 1}`)
  const { shown, showMore } = useLimited(all, 2)
  return (
    <>
      <ul>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <ShowMore shown={shown.length} total={all.length} onMore={showMore} />
    </>
  )
}

const shown = () => screen.getAllByRole('listitem').length

it('shows the first entries, and more on request', () => {
  render(<List count={5} />)
  expect(shown()).toBe(2)
  expect(screen.getByText('2 of 5 shown')).toBeDefined()
  act(() => screen.getByRole('button', { name: 'Show more' }).click())
  expect(shown()).toBe(4)
  act(() => screen.getByRole('button', { name: 'Show more' }).click())
  expect(shown()).toBe(5)
  expect(screen.queryByRole('button')).toBeNull()
})

it('prints all of them', () => {
  render(<List count={5} />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(shown()).toBe(5)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(shown()).toBe(2)
})
