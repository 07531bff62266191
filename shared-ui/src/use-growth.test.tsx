import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useGrowth } from './use-growth.ts'

function Note() {
  const [text, setText] = useState('One line')
  const area = useGrowth(text)
  return <textarea ref={area} value={text} onChange={(event) => setText(event.target.value)} />
}

/** The heights that a browser would have: 20 px a line, and a border of 1 px. */
const heightOf = (area: HTMLTextAreaElement) => Number.parseFloat(area.style.blockSize) || 42
const sizes = {
  offsetHeight: heightOf,
  clientHeight: (area: HTMLTextAreaElement) => heightOf(area) - 2,
  scrollHeight: (area: HTMLTextAreaElement) =>
    Math.max(20 * area.value.split('\n').length, heightOf(area) - 2),
}

let hasFieldSizing = false

beforeEach(() => {
  hasFieldSizing = false
  vi.stubGlobal('CSS', { supports: () => hasFieldSizing })
  for (const [name, size] of Object.entries(sizes)) {
    vi.spyOn(HTMLTextAreaElement.prototype, name as keyof typeof sizes, 'get').mockImplementation(
      function measure(this: HTMLTextAreaElement) {
        return size(this)
      },
    )
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function write(lines: number): string {
  const area = screen.getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(area, {
    target: { value: Array.from({ length: lines }, () => 'Line').join('\n') },
  })
  return area.style.blockSize
}

it('grows and shrinks with the text', () => {
  render(<Note />)
  expect(write(2)).toBe('')
  expect(write(5)).toBe('102px')
  expect(write(6)).toBe('122px')
  expect(write(3)).toBe('62px')
  expect(write(1)).toBe('auto')
})

it('leaves the size to a browser that has field-sizing', () => {
  hasFieldSizing = true
  render(<Note />)
  expect(write(5)).toBe('')
})
