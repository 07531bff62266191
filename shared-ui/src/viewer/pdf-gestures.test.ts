import { beforeEach, expect, it, vi } from 'vitest'
import { zoomByGesture } from './pdf-gestures.ts'
import type { Pdfjs } from './pdfjs.ts'

type Touch = {
  onPinching: (at: [number, number], before: number, distance: number, x: number, y: number) => void
  onPanning: (x: number, y: number) => void
}

let touch: Touch
class TouchManager {
  constructor(options: Touch) {
    touch = options
  }
  destroy() {}
}

const container = document.createElement('div')
const page = container.appendChild(document.createElement('div'))
page.className = 'page'
document.elementFromPoint = () => page
/** Where the page is; pdf.js scrolls by whole points, here not at all. */
page.getBoundingClientRect = () =>
  new DOMRect(300, 60, 800 * viewer.currentScale, 1000 * viewer.currentScale)
const scrollBy = vi.spyOn(container, 'scrollBy')
let viewer: Parameters<typeof zoomByGesture>[0]['viewer']
let leave: AbortController
beforeEach(() => {
  viewer = {
    currentScale: 1,
    updateScale: vi.fn<typeof viewer.updateScale>((change) => {
      // As pdf.js rounds it.
      viewer.currentScale = Math.round(viewer.currentScale * change!.scaleFactor! * 100) / 100
    }),
  }
  leave = new AbortController()
  const pdfjs = { library: { TouchManager } } as unknown as Pdfjs
  zoomByGesture({ pdfjs, viewer, container, signal: leave.signal })
  return () => leave.abort()
})

const lastScroll = () => scrollBy.mock.lastCall as unknown as [x: number, y: number]

/** The tests' document ignores an event's position and keys. */
const at = (event: Event, fields: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value })
  return event
}

function turn(deltaY: number, keys: { ctrlKey?: boolean; metaKey?: boolean } = { ctrlKey: true }) {
  const event = new WheelEvent('wheel', { deltaY, cancelable: true })
  container.dispatchEvent(at(event, { ...keys, clientX: 500, clientY: 160 }))
  return event.defaultPrevented
}

it('zooms by the wheel with Ctrl or ⌘, around the pointer', () => {
  expect(turn(-100)).toBe(true)
  expect(viewer.currentScale).toBe(1.22)
  const [x, y] = lastScroll()
  expect(x).toBeCloseTo(200 * 0.22)
  expect(y).toBeCloseTo(100 * 0.22)
  expect(turn(100, { metaKey: true })).toBe(true)
  expect(viewer.currentScale).toBe(1)
})

it('lets the wheel scroll', () => {
  expect(turn(-100, {})).toBe(false)
  expect(viewer.updateScale).not.toHaveBeenCalled()
})

it('adds up the small movements of a touchpad, which rounding would lose', () => {
  for (let count = 0; count < 100; count += 1) turn(-0.4)
  expect(viewer.currentScale).toBeCloseTo(Math.exp(0.4), 1)
})

it('zooms by pinching as far as the fingers move, and pans with them', () => {
  touch.onPinching([500, 160], 100, 150, 3, 4)
  expect(viewer.currentScale).toBe(1.5)
  expect(lastScroll()).toEqual([200 * 0.5 - 3, 100 * 0.5 - 4])
  touch.onPanning(10, -20)
  expect(scrollBy).toHaveBeenCalledWith(-10, 20)
})

it('zooms between a quarter and five times the actual size', () => {
  touch.onPinching([500, 160], 10, 100, 0, 0)
  expect(viewer.currentScale).toBe(5)
  touch.onPinching([500, 160], 1000, 10, 0, 0)
  expect(viewer.currentScale).toBe(0.25)
})

it('zooms by a pinch on a Mac’s touchpad', () => {
  const gesture = (name: string, scale: number) =>
    container.dispatchEvent(at(new Event(name), { scale, clientX: 500, clientY: 160 }))
  gesture('gesturestart', 1)
  gesture('gesturechange', 1.2)
  gesture('gesturechange', 1.5)
  expect(viewer.currentScale).toBe(1.5)
})

it('stops when the document is closed', () => {
  leave.abort()
  expect(turn(-100)).toBe(false)
})
