import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { type Toast, ToastRegion, toastKind } from './toast-region.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const saved: Toast = { id: '1', message: 'Agenda saved', kind: 'good', duration: 2000 }
const failed: Toast = { id: '2', message: 'Failed to publish', kind: 'bad', duration: 5000 }

function Region({ start, next }: { start: Toast[]; next?: Toast }) {
  const [toasts, setToasts] = useState(start)
  const [count, setCount] = useState(0)
  return (
    <main>
      <button type="button" onClick={() => setCount(count + 1)}>
        Elsewhere {count}
      </button>
      <button type="button" onClick={() => next && setToasts([...toasts, next])}>
        Say it
      </button>
      <button type="button" onClick={() => setToasts([])}>
        Drop all
      </button>
      <ToastRegion
        toasts={toasts}
        onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
      />
    </main>
  )
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const message = (toast: Toast) => screen.queryByText(toast.message)

/** Dismisses like Enter on a focused button; not every browser fires a blur event when a focused element is removed. */
function dismissByKey(index: number) {
  const dismiss = screen.getAllByRole('button', { name: 'Dismiss' })[index]!
  act(() => dismiss.focus())
  fireEvent.keyDown(dismiss, { key: 'Enter' })
  fireEvent.click(dismiss)
}

describe('ToastRegion', () => {
  it('has its status region before there is a message', () => {
    render(<Region start={[]} />)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('reserves room for its messages at the bottom of the page', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(80)
    const space = () => document.documentElement.style.getPropertyValue('--toast-space')
    const { unmount } = render(<ToastRegion toasts={[]} onDismiss={() => {}} />)
    expect(space()).toBe('')
    unmount()
    const { rerender } = render(<ToastRegion toasts={[saved]} onDismiss={() => {}} />)
    expect(space()).toBe('80px')
    rerender(<ToastRegion toasts={[]} onDismiss={() => {}} />)
    expect(space()).toBe('')
    vi.restoreAllMocks()
  })

  it('scrolls the row of the pressed control out from under the first message', () => {
    const scroll = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
    const view = (toasts: Toast[]) => (
      <>
        <ul>
          <li>
            <button type="button">Save</button>
          </li>
        </ul>
        <ToastRegion toasts={toasts} onDismiss={() => {}} />
      </>
    )
    const { rerender } = render(view([]))
    const button = screen.getByRole('button', { name: 'Save' })
    button.parentElement!.getBoundingClientRect = () => new DOMRect(0, 700, 300, 60)
    const region = screen.getByRole('status').parentElement!
    region.getBoundingClientRect = () => new DOMRect(0, 720, 300, 80)
    fireEvent.pointerDown(button)
    rerender(view([saved]))
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ top: 40 })
    vi.restoreAllMocks()
  })

  it('announces errors immediately and other messages politely', () => {
    render(<Region start={[saved, failed]} />)
    expect(within(screen.getByRole('alert')).getByText('Failed to publish')).toBeDefined()
    expect(within(screen.getByRole('status')).getByText('Agenda saved')).toBeDefined()
  })

  it('removes each message after its own duration, regardless of other renders', () => {
    render(<Region start={[saved, failed]} />)
    pass(1500)
    fireEvent.click(screen.getByRole('button', { name: 'Elsewhere 0' }))
    pass(500)
    expect(message(saved)).toBeNull()
    expect(message(failed)).not.toBeNull()
    pass(3000)
    expect(message(failed)).toBeNull()
  })

  it('keeps a message while it is hovered', () => {
    render(<Region start={[saved]} />)
    fireEvent.pointerOver(screen.getByText('Agenda saved'))
    pass(60_000)
    expect(message(saved)).not.toBeNull()
    fireEvent.pointerLeave(screen.getByText('Agenda saved'))
    pass(2000)
    expect(message(saved)).toBeNull()
  })

  it('keeps a message while it has the focus', () => {
    render(<Region start={[saved]} />)
    const dismiss = screen.getByRole('button', { name: 'Dismiss' })
    act(() => dismiss.focus())
    pass(60_000)
    expect(message(saved)).not.toBeNull()
    act(() => dismiss.blur())
    pass(2000)
    expect(message(saved)).toBeNull()
  })

  it('removes a dismissed message', () => {
    render(<Region start={[saved]} />)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(message(saved)).toBeNull()
  })

  it('runs the action of a message once, and removes the message', () => {
    const onSelect = vi.fn()
    render(<Region start={[{ ...saved, action: { label: 'Undo', onSelect } }]} />)
    const undo = within(screen.getByRole('status')).getByRole('button', { name: 'Undo' })
    act(() => undo.focus())
    pass(60_000)
    fireEvent.click(undo)
    expect(onSelect).toHaveBeenCalledOnce()
    expect(message(saved)).toBeNull()
  })

  const later: Toast = { id: '3', message: 'Agenda published', kind: 'good', duration: 2000 }

  it('doesn’t hold a later message after a focused one was dismissed', () => {
    render(<Region start={[saved]} next={later} />)
    dismissByKey(0)
    expect(message(saved)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Say it' }))
    pass(1999)
    expect(message(later)).not.toBeNull()
    pass(1)
    expect(message(later)).toBeNull()
  })

  it('doesn’t hold another message after a focused one was dismissed', () => {
    render(<Region start={[failed, saved]} />)
    dismissByKey(0)
    expect(message(failed)).toBeNull()
    pass(2000)
    expect(message(saved)).toBeNull()
  })

  it('doesn’t hold a later message after one was removed under the pointer', () => {
    render(<Region start={[saved]} next={later} />)
    fireEvent.pointerOver(screen.getByText('Agenda saved'))
    fireEvent.click(screen.getByRole('button', { name: 'Drop all' }))
    fireEvent.click(screen.getByRole('button', { name: 'Say it' }))
    pass(2000)
    expect(message(later)).toBeNull()
  })

  it('keeps a message that moves under the pointer after another was dismissed', () => {
    render(<Region start={[failed, saved]} />)
    fireEvent.pointerOver(screen.getByText('Failed to publish'))
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
    fireEvent.pointerOver(screen.getByText('Agenda saved'))
    pass(60_000)
    expect(message(saved)).not.toBeNull()
  })

  it('announces toasts and keeps them reachable while a dialog is open', () => {
    render(
      <>
        <Region start={[failed]} />
        <Dialog open onClose={() => undefined} title="Map Document">
          Pick one
        </Dialog>
      </>,
    )
    pass(100)
    expect(screen.getByRole('alert').textContent).toContain('Failed to publish')
    expect(screen.getByText('Failed to publish').closest('[inert]')).toBeNull()
  })
})

describe('toastKind', () => {
  it.each([
    ['Agenda saved', 'good'],
    ['Failed to save agenda', 'bad'],
    ['Sync timed out or failed', 'bad'],
    ['Error loading resource. Please try again later.', 'bad'],
  ])('%s is %s', (text, kind) => {
    expect(toastKind(text)).toBe(kind)
  })
})
