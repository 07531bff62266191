import type { ComposedRelease } from '@portal/contract/releases'
import { beginWork } from '@portal/shared-ui/silence'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode, use, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FirstRender, mountDeadline } from './first-render.tsx'

const release = { name: 'meetings', release: '1.0.0-a' } as ComposedRelease
const never = new Promise<string>(() => {})

/** Like the portal's boundaries. */
class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message ?? this.props.children
  }
}

const good = vi.fn()
async function show(children: ReactNode) {
  await act(async () => {
    render(
      <Boundary>
        <FirstRender
          release={release}
          route="/meetings"
          waiting={<p>Waiting</p>}
          onCommit={() => good(release)}
        >
          {children}
        </FirstRender>
      </Boundary>,
    )
  })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Waiting({ promise }: { promise: Promise<string> }) {
  return <p>{use(promise)}</p>
}

/** Suspends forever once it is clicked. */
function WaitingLater() {
  const [clicked, setClicked] = useState(false)
  return clicked ? (
    <Waiting promise={never} />
  ) : (
    <button onClick={() => setClicked(true)}>Go</button>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  good.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('reports a good release when the page has rendered', async () => {
  await show(<p>The page</p>)
  expect(good).toHaveBeenCalledExactlyOnceWith(release)
})

it('reports nothing while the page waits', async () => {
  const late = Promise.withResolvers<string>()
  await show(<Waiting promise={late.promise} />)
  await pass(mountDeadline - 100)
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect(good).not.toHaveBeenCalled()
  late.resolve('The page')
  await pass(mountDeadline)
  expect(screen.getByText('The page')).toBeTruthy()
  expect(good).toHaveBeenCalledOnce()
})

it('reports a failure when the page suspends forever', async () => {
  await show(<Waiting promise={never} />)
  await pass(mountDeadline)
  expect(document.body.textContent).toBe('meetings@1.0.0-a showed nothing within 5000 ms')
  expect(good).not.toHaveBeenCalled()
})

it('doesn’t time out while the release’s code or data is still loading', async () => {
  const arrived = beginWork()
  await show(<Waiting promise={never} />)
  await pass(mountDeadline * 10)
  expect(screen.getByText('Waiting')).toBeTruthy()
  arrived()
  await pass(mountDeadline)
  expect(document.body.textContent).toBe('meetings@1.0.0-a showed nothing within 5000 ms')
})

it('allows a page to suspend without a limit after its first render', async () => {
  await show(<WaitingLater />)
  act(() => screen.getByRole('button').click())
  await pass(mountDeadline * 2)
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect(good).toHaveBeenCalledOnce()
})
