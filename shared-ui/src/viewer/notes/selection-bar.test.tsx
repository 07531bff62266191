import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SelectionBar } from './selection-bar.tsx'

const acts = { onHighlight: vi.fn(), onNote: vi.fn(), onPlace: vi.fn(), onCopy: vi.fn() }
const asking = () => screen.queryByRole('button', { name: 'Ask a question' })

it('asks about the selected words', async () => {
  const onAsk = vi.fn()
  render(<SelectionBar {...acts} onAsk={onAsk} isTooLong={false} isPlacing={false} />)
  await userEvent.click(asking()!)
  expect(onAsk).toHaveBeenCalledOnce()
})

it.each([
  { why: 'where no question can be asked', props: { onAsk: undefined } },
  { why: 'about more words than a passage has', props: { isTooLong: true } },
  { why: 'while a note is placed', props: { isPlacing: true } },
])('offers no question $why', ({ props }) => {
  const offered = { onAsk: vi.fn(), isTooLong: false, isPlacing: false }
  const { unmount } = render(<SelectionBar {...acts} {...offered} {...props} />)
  expect(asking()).toBeNull()
  unmount()
})
