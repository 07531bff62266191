import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PageHeader } from './page-header.tsx'

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

function Page({ title }: { title: string }) {
  return (
    <main>
      <PageHeader key={title} title={title} />
      <button type="button">Elsewhere</button>
    </main>
  )
}

it('takes the focus over from the heading whose place it takes', () => {
  const { rerender } = render(<Page title="Resource" />)
  act(() => heading('Resource').focus())
  rerender(<Page title="Page not found" />)
  expect(document.activeElement).toBe(heading('Page not found'))
})

it('takes no focus that was elsewhere', () => {
  const { rerender } = render(<Page title="Resource" />)
  rerender(<Page title="Bylaws" />)
  expect(document.activeElement).toBe(document.body)
  act(() => screen.getByRole('button').focus())
  rerender(<Page title="Page not found" />)
  expect(document.activeElement).toBe(screen.getByRole('button'))
})
