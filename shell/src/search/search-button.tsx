import { Button } from '@portal/shared-ui/button'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { closeSearch, openSearch, useInterface } from '../frame/interface-store.ts'
import { useOpenedPart } from '../frame/use-opened-part.ts'
import styles from './search-button.module.css'
import { hasSingleKeys } from '@portal/shared-ui/single-keys'

const load = () => import('./search-dialog.tsx')

const loadAhead = () => void load().catch(() => undefined)

/** Opens the search on every page, like its keys. The dialog's code is loaded when it is first opened. */
export function SearchButton() {
  const open = useInterface((state) => state.searching)
  const part = useOpenedPart(load, { open, onClose: closeSearch })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // An open dialog may have unsaved entries, so a key doesn’t leave it.
      if (!opensSearch(event) || document.querySelector('[aria-modal]')) return
      event.preventDefault()
      openSearch()
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      closeSearch()
    }
  }, [])
  return (
    <>
      <Button
        className={styles.button}
        icon={<Search />}
        aria-keyshortcuts={searchKeys}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={openSearch}
      >
        <span className={styles.word}>Search</span>
        <kbd className={styles.key} aria-hidden="true">
          /
        </kbd>
      </Button>
      {part && <part.SearchDialog open={open} onClose={closeSearch} />}
    </>
  )
}

/** The keys that open the search, as `aria-keyshortcuts` lists them. */
const searchKeys = '/ Control+K Meta+K'

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'defaultPrevented'
>

/** Whether a key opens the search: `/` except where text is entered, and Ctrl-K or ⌘-K anywhere. */
export function opensSearch(event: Key): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  // Some keyboards need Shift for the slash.
  const isSlash =
    key === '/' && hasSingleKeys() && !ctrlKey && !metaKey && !altKey && !entersText(target)
  const isK = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
  return (isSlash || isK) && !event.defaultPrevented
}

/** Checkboxes, radio buttons and buttons take no text. */
const textFields = `input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]`

function entersText(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(textFields)
}
