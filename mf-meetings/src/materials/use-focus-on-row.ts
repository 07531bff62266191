import { useEffect, useEffectEvent } from 'react'

/**
 * A paper that is closed takes the focus with it: the list gives it to the paper's row, or to the page's heading if the
 * paper isn't listed any more.
 */
export function useFocusOnRow(lastOpen: string | undefined): void {
  const isOpened = lastOpen !== undefined
  const moveTo = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>(
      `[data-material="${CSS.escape(lastOpen ?? '')}"] a`,
    )
    const target = row ?? document.querySelector<HTMLElement>('#page-title')
    target?.focus()
  })
  useEffect(() => {
    if (isOpened) moveTo()
  }, [isOpened])
}
