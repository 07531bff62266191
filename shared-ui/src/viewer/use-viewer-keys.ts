import { type RefObject, useEffect, useEffectEvent } from 'react'
import { mayAct } from '../single-keys.ts'
import type { PdfReading } from './pdf-reading.ts'
import { commandOf, isTyping, type ViewerCommand } from './viewer-keys.ts'

type KeyActions = {
  search: () => void
  searchHasFocus: () => boolean
  fullScreen: () => void
  print: () => void
  /** Lists the shortcuts. */
  keys: () => void
  /** Goes to the next or previous change; false if there are none. */
  stepChange: (direction: 1 | -1) => boolean
  /** Closes what is open; returns false if nothing is, so that a surrounding dialog can close. */
  escape: () => boolean
}

/**
 * Keyboard shortcuts while the focus is in the viewer or in the dialog that contains it, and the browser's shortcut for
 * printing wherever it is.
 */
export function useViewerKeys(
  root: RefObject<HTMLElement | null>,
  reading: PdfReading,
  actions: KeyActions,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const scope = root.current?.closest('[role=dialog], [data-reading]') ?? root.current
    if (event.defaultPrevented) return
    const command = commandOf(event, isTyping(target))
    // The browser would print the page around the paper, wherever the focus is.
    const isInside = command === 'print' || scope?.contains(target)
    if (!isInside || !command || target.closest('[role=menu]') || !mayAct(event, target)) return
    // Pressed again in the search field, the shortcut opens the browser's own search.
    if (command === 'search' && actions.searchHasFocus()) return
    if (isSideways(command) && (target.closest('[role=toolbar]') || scrollsSideways(root))) return
    if (perform(command, reading, actions)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function perform(command: ViewerCommand, reading: PdfReading, actions: KeyActions): boolean {
  const { page, pages } = reading.state()
  const run: Record<ViewerCommand, () => boolean | void> = {
    screenDown: () => reading.scrollScreen(1),
    screenUp: () => reading.scrollScreen(-1),
    nextPage: () => reading.goTo(page + 1),
    previousPage: () => reading.goTo(page - 1),
    firstPage: () => reading.goTo(1),
    lastPage: () => reading.goTo(pages),
    zoomIn: () => reading.zoomBy(1),
    zoomOut: () => reading.zoomBy(-1),
    zoomReset: reading.fitWidth,
    nextChange: () => actions.stepChange(1),
    previousChange: () => actions.stepChange(-1),
    search: actions.search,
    print: actions.print,
    fullScreen: actions.fullScreen,
    keys: actions.keys,
    escape: actions.escape,
  }
  return run[command]() !== false
}

function isSideways(command: ViewerCommand): boolean {
  return command === 'nextPage' || command === 'previousPage'
}

function scrollsSideways(root: RefObject<HTMLElement | null>): boolean {
  const pages = root.current?.querySelector('[role=region]')
  return pages ? pages.scrollWidth > pages.clientWidth + 1 : false
}
