import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SyntheticEvent } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { PageHeader } from './page-header.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Skeleton } from './skeleton.tsx'

describe('ErrorPanel', () => {
  const sentence = 'Failed to load meeting materials'

  it('announces the message and the reference at once', () => {
    render(<ErrorPanel sentence={sentence} requestId="r-17" />)
    expect(screen.getByRole('alert').textContent).toBe(`${sentence}Reference: r-17`)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('retries, but only once at a time', async () => {
    const user = userEvent.setup()
    const retry = vi.fn()
    const { rerender } = render(<ErrorPanel sentence={sentence} onRetry={retry} />)
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(retry).toHaveBeenCalledOnce()

    rerender(<ErrorPanel sentence={sentence} onRetry={retry} busy />)
    const button = screen.getByRole('button', { name: 'Try Again', busy: true })
    await user.click(button)
    expect(retry).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(button)
  })
})

describe('Button', () => {
  it('doesn’t submit a form while busy', async () => {
    const user = userEvent.setup()
    const submit = vi.fn((event: SyntheticEvent) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={submit}>
        <input aria-label="E-mail" />
        <Button type="submit" busy={busy}>
          Sign in
        </Button>
      </form>
    )
    const { rerender } = render(form(true))
    await user.type(screen.getByRole('textbox'), 'a{Enter}')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(submit).not.toHaveBeenCalled()
    rerender(form(false))
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(submit).toHaveBeenCalledOnce()
  })

  it('shows only the icon, named by its label', () => {
    render(
      <Button iconOnly aria-label="Print" icon={<svg />}>
        Never seen
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Print' }).textContent).toBe('')
  })
})

describe('Avatar', () => {
  it.each([
    ['Maria Lopez', 'ML'],
    ['Ingrid van der Sørensen', 'IS'],
    ['Élodie', 'É'],
    ['Wei Chen (staff)', 'WC'],
    ['Maria Lopez (Board Chair)', 'ML'],
    ['Maria [Mia] Lopez', 'ML'],
    ['Maria Lopez (on leave until May', 'ML'],
    ['', ''],
  ])('%s has the initials %s', (name, initials) => {
    const { container } = render(<Avatar name={name} />)
    expect(container.textContent).toBe(initials)
  })

  it('falls back to initials when the photo does not load', () => {
    const { container } = render(<Avatar name="Maria Lopez" photoUrl="/api/images/gone" />)
    const photo = container.querySelector('img')
    expect(container.textContent).toBe('')
    if (photo) fireEvent.error(photo)
    expect(container.textContent).toBe('ML')
  })
})

describe('Skeleton', () => {
  it('announces to screen readers that content is loading', () => {
    render(<Skeleton lines={4} label="Loading the agenda" />)
    const skeleton = screen.getByRole('status', { busy: true })
    expect(skeleton.textContent).toBe('Loading the agenda')
    expect(skeleton.querySelectorAll('[aria-hidden]')).toHaveLength(4)
  })
})

describe('ProgressBar', () => {
  it('shows the progress', () => {
    render(<ProgressBar label="Syncing Google Drive" value={0.42} />)
    const bar = screen.getByRole('progressbar', { name: 'Syncing Google Drive' })
    expect(bar).toHaveProperty('position', 0.42)
    expect(screen.getByText('42 %')).toBeDefined()
  })

  it('shows no value if the progress is unknown', () => {
    render(<ProgressBar label="Loading" hideLabel />)
    const bar = screen.getByRole('progressbar', { name: 'Loading' })
    expect(bar.hasAttribute('value')).toBe(false)
    expect(screen.queryByText('Loading')).toBeNull()
  })
})

describe('PageHeader', () => {
  it('has one focusable heading', () => {
    render(<PageHeader title="Board Calendar" />)
    const title = screen.getByRole('heading', { level: 1, name: 'Board Calendar' })
    title.focus()
    expect(document.activeElement?.id).toBe('page-title')
  })
})
