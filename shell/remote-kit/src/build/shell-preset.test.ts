import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest'
import { afterFirstPaint } from './shell-preset.ts'

let frames: (() => void)[]
let fontComes: () => void
let run: Mock<() => void>

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  run = vi.fn<() => void>()
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})

afterEach(() => {
  vi.useRealTimers()
})

function pageOf({ hidden = false } = {}): void {
  const font = new Promise<void>((resolve) => (fontComes = resolve))
  vi.stubGlobal('document', { hidden, fonts: { load: () => font } })
}

it('runs the code once the font is loaded and a frame is painted', async () => {
  pageOf()
  afterFirstPaint(run)
  await vi.advanceTimersByTimeAsync(100)
  expect(frames).toEqual([])
  fontComes()
  await vi.advanceTimersByTimeAsync(100)
  expect(run).not.toHaveBeenCalled()
  frames[0]!()
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledOnce()
})

it('waits no longer than a second for the font', async () => {
  pageOf()
  afterFirstPaint(run)
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledOnce()
})

it('doesn’t wait in a background tab', async () => {
  pageOf({ hidden: true })
  afterFirstPaint(run)
  await vi.advanceTimersByTimeAsync(0)
  expect(run).toHaveBeenCalledOnce()
})
