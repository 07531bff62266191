import { Button } from '@portal/shared-ui/button'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { closeSearch, openSearch, useInterface } from '../frame/interface-store.ts'
import { useOpenedPart } from '../frame/use-opened-part.ts'
import styles from './search-button.module.css'
import { opensSearch, searchKeys } from './search-keys.ts'

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
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </Button>
      {part && <part.SearchDialog open={open} onClose={closeSearch} />}
    </>
  )
}
