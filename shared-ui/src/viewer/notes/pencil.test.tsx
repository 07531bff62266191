import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import type { PdfReading } from '../pdf-reading.ts'
import { PaperNotes } from './paper-notes.tsx'
import { useMemoryNotes } from './use-memory-notes.ts'

const nothing = () => undefined

/** A reading of one page of 100 by 100 px, with its text. */
function readingOf(container: HTMLElement): PdfReading {
  const div = document.createElement('div')
  div.className = 'page'
  div.dataset['pageNumber'] = '1'
  div.innerHTML = '<p>Budget <a href="#detail">in detail</a></p>'
  div.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100)
  container.append(div)
  container.setPointerCapture = nothing
  return {
    subscribe: () => nothing,
    state: () => ({ page: 1, pages: 1, rotation: 0, zoom: 1 }),
    goTo: nothing,
    layers: {
      container,
      pageView: () => ({ div }),
      onText: () => nothing,
      quadsOf: () => [],
      paint: nothing,
    },
  } as unknown as PdfReading
}

function Notes({ reading }: { reading: PdfReading }) {
  const [isListed, setListed] = useState(false)
  return (
    <PaperNotes
      root={useRef(null)}
      reading={reading}
      notes={useMemoryNotes([])}
      isListed={isListed}
      onList={setListed}
    />
  )
}

function open() {
  const container = document.createElement('div')
  document.body.append(container)
  render(<Notes reading={readingOf(container)} />)
  /** Draws a line with a pointer of this type, from an element. */
  const draw = (pointerType: string, from: Element = container.querySelector('p')!, moves = 5) => {
    const pointer = { pointerType, pointerId: 1, isPrimary: true, button: 0 }
    fireEvent.pointerDown(from, { ...pointer, clientX: 20, clientY: 20 })
    for (let at = 1; at <= moves; at += 1) {
      fireEvent.pointerMove(from, { ...pointer, clientX: 20 + 5 * at, clientY: 30 })
    }
    fireEvent.pointerUp(from, { ...pointer, clientX: 50, clientY: 30 })
  }
  return { draw, link: container.querySelector('a')! }
}

const undo = () => screen.findByRole('button', { name: 'Undo' })

it('writes at once with a pencil, and the drawing can be undone after Done', async () => {
  const { draw } = open()
  draw('pen')
  await userEvent.click(await screen.findByRole('button', { name: 'Done' }))
  expect(screen.getByText('Your drawing is kept as a note.')).toBeTruthy()
  await userEvent.click(await undo())
  expect(screen.queryByText('Your drawing is kept as a note.')).toBeNull()
})

it.each(['touch', 'mouse'])('scrolls or selects with a %s', (pointerType) => {
  open().draw(pointerType)
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
})

it('presses with a pencil that doesn’t move, and follows links with it', () => {
  const { draw, link } = open()
  draw('pen', undefined, 0)
  draw('pen', link)
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
})
