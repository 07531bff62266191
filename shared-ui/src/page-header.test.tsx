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

it('takes over the focus from the heading it replaces', () => {
  const { rerender } = render(<Page title="Resource" />)
  act(() => heading('Resource').focus())
  rerender(<Page title="Page not found" />)
  expect(document.activeElement).toBe(heading('Page not found'))
})

it('doesn’t take the focus from another element', () => {
  const { rerender } = render(<Page title="Resource" />)
  rerender(<Page title="Bylaws" />)
  expect(document.activeElement).toBe(document.body)
  act(() => screen.getByRole('button').focus())
  rerender(<Page title="Page not found" />)
  expect(document.activeElement).toBe(screen.getByRole('button'))
})
