import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReadingView } from './reading-view.tsx'

const list = { kind: 'papers', title: 'Q4 2026 papers', content: <a href="#one">One</a> } as const
const search = { name: 'Search the portal' }

/** A paper in a view of this width, in px. */
function open(width: number, props: { onSearch?: () => void; list?: typeof list } = {}) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  render(
    <ReadingView paper="one" title="Paper" back={<a href="#back">Back</a>} {...props}>
      <p>The pages</p>
    </ReadingView>,
  )
  return userEvent.setup()
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

it('has a button for the portal’s search, because the shell’s header is hidden', async () => {
  const onSearch = vi.fn()
  const user = open(1600, { onSearch, list })
  await user.click(screen.getByRole('button', search))
  expect(onSearch).toHaveBeenCalledOnce()
})

it('has that button above the list where the bar has no room for it', async () => {
  const onSearch = vi.fn()
  const user = open(834, { onSearch, list })
  expect(screen.queryByRole('button', search)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Q4 2026 papers' }))
  const panel = await screen.findByRole('dialog', { name: 'Q4 2026 papers' })
  await user.click(within(panel).getByRole('button', search))
  expect(onSearch).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps it in a narrow bar without a list', () => {
  open(390, { onSearch: () => undefined })
  expect(screen.getByRole('button', search)).toBeTruthy()
})

it('has none in a shell without that search', async () => {
  const user = open(834, { list })
  await user.click(screen.getByRole('button', { name: 'Q4 2026 papers' }))
  await screen.findByRole('dialog', { name: 'Q4 2026 papers' })
  expect(screen.queryByRole('button', search)).toBeNull()
})

it('keeps its keys when the focused part is removed', async () => {
  const next = vi.fn()
  const view = (content: ReactNode) => (
    <ReadingView paper="one" title="Paper" back={null} keys={{ n: next }}>
      {content}
    </ReadingView>
  )
  const { rerender } = render(view(<button>Turn the page</button>))
  screen.getByRole('button', { name: 'Turn the page' }).focus()
  rerender(view(<p>The next item’s paper</p>))
  await userEvent.keyboard('n')
  expect(next).toHaveBeenCalledOnce()
})
