import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PageLayers } from '../page-layers.ts'
import { useSelection } from './use-selection.ts'

let layers: PageLayers

beforeEach(() => {
  document.body.innerHTML =
    '<div id="pages"><div class="page" data-page-number="1"><div id="text"><span>Grants paid</span></div></div></div>'
  const div = document.querySelector<HTMLElement>('.page')!
  const textLayer = { div: document.querySelector<HTMLElement>('#text')! }
  layers = {
    container: document.querySelector<HTMLElement>('#pages')!,
    pageView: () => ({ id: 1, div, textLayer }),
    onText: () => () => {},
    quadsOf: () => [],
    paint: () => {},
  }
})
afterEach(() => {
  cleanup()
  getSelection()?.removeAllRanges()
})

function select(from: number, to: number) {
  const text = document.querySelector('span')!.firstChild!
  getSelection()!.setBaseAndExtent(text, from, text, to)
  document.dispatchEvent(new Event('selectionchange'))
}

it('has the words that were selected before it was loaded', () => {
  select(0, 6)
  const { result } = renderHook(() => useSelection(layers))
  expect(result.current[0]?.subject.words?.exact).toBe('Grants')
})

it('follows the selection, and clears it', () => {
  const { result } = renderHook(() => useSelection(layers))
  expect(result.current[0]).toBeUndefined()
  act(() => select(7, 11))
  expect(result.current[0]?.subject.words?.exact).toBe('paid')
  act(() => result.current[1]())
  expect(result.current[0]).toBeUndefined()
  expect(getSelection()!.isCollapsed).toBe(true)
})

it('waits until a mouse has let go', () => {
  const { result } = renderHook(() => useSelection(layers))
  const down = Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: 'mouse' })
  document.dispatchEvent(down)
  act(() => select(0, 6))
  expect(result.current[0]).toBeUndefined()
})
