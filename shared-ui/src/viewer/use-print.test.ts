import { renderHook } from '@testing-library/react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { expect, it, vi } from 'vitest'
import { usePrint } from './use-print.ts'

/** A document whose pages never arrive. */
const pdf = { numPages: 1, getPage: () => new Promise(() => {}) } as unknown as PDFDocumentProxy

it.each([
  { startsAtOnce: true, phase: 'drawing' },
  { startsAtOnce: false, phase: 'idle' },
])('prints a document that opens only if that was asked for ($startsAtOnce)', async (given) => {
  const { result, unmount } = renderHook(() => usePrint(pdf, '/paper.pdf', given.startsAtOnce))
  await vi.waitFor(() => expect(result.current.state.phase).toBe(given.phase))
  unmount()
})
