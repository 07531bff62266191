import { frameTexts } from '@portal/domain/frame-parts'
import { isolated } from '@portal/domain/shown-text'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const heading = '#page-title'

export function useDocumentTitle(page: string): void {
  useEffect(() => {
    document.title = titleOf(page)
  }, [page])
}

/**
 * Keeps the window's title in sync with the page's heading, and moves the focus there after a
 * navigation. Screens load at their own pace, so their heading is observed. A control that led to
 * another address keeps the focus: the next arrow key is meant for it. So does a passage that the
 * page was opened at, and a paper that fills the page.
 */
export function PageTitle({ content }: { content: RefObject<HTMLElement | null> }): null {
  const { pathname: path } = useLocation()
  const shown = useRef(path)
  useEffect(() => {
    const area = content.current
    if (!area) return
    let awaited = shown.current !== path
    shown.current = path
    const follow = () => {
      const title = area.querySelector<HTMLElement>(heading)
      if (!title?.textContent) return
      document.title = titleOf(title.textContent)
      if (!awaited) return
      awaited = false
      if (!isChosenIn(area)) title.focus({ preventScroll: true })
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(area, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [content, path])
  return null
}

const chosen = [
  'select',
  'input[type=radio]',
  '[data-opened]',
  '[data-reading-area=pages]',
  '[data-reading-area=pages] *',
].join(', ')

function isChosenIn(area: HTMLElement): boolean {
  const focused = document.activeElement
  return area.contains(focused) && focused!.matches(chosen)
}

function titleOf(page: string): string {
  return page === frameTexts.name ? page : `${isolated(page)} – ${frameTexts.name}`
}
