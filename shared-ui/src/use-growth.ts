import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Lets a text area grow with its text where the browser doesn't have CSS's `field-sizing`. The style sheet has the
 * limits: `min-block-size` and `max-block-size`.
 */
export function useGrowth(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  const lengthBefore = useRef(0)
  // After every render: the area may have been shown by this one.
  useLayoutEffect(() => {
    const isShorter = text.length < lengthBefore.current
    lengthBefore.current = text.length
    if (area.current && !CSS.supports('field-sizing', 'content')) grow(area.current, isShorter)
  })
  return area
}

function grow(area: HTMLTextAreaElement, mayShrink: boolean): void {
  // Only for a shorter text: what scrolls around the area would jump with every letter.
  if (mayShrink) area.style.blockSize = 'auto'
  const { scrollHeight, clientHeight, offsetHeight } = area
  if (scrollHeight <= clientHeight) return
  const borders = offsetHeight - clientHeight
  area.style.blockSize = `${scrollHeight + borders}px`
}
