import { Dialog } from '@portal/shared-ui/dialog'
import { buttonStyle } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { maxWords, useSearch, searchAddress } from './use-search.ts'
import { FoundList } from './found-list.tsx'
import { FoundResults } from './found-results.tsx'
import styles from './search-dialog.module.css'

type SearchDialogProps = { open: boolean; onClose: () => void }

/** The portal's search: a field, and the best results while typing. */
export function SearchDialog({ open, onClose }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title="Search" initialFocus={field}>
      <SearchPanel field={field} onClose={onClose} />
    </Dialog>
  )
}

/** Unmounted with the dialog, so that the search text isn't kept. */
function SearchPanel({
  field,
  onClose,
}: Pick<SearchDialogProps, 'onClose'> & { field: RefObject<HTMLInputElement | null> }) {
  const [typed, setTyped] = useState('')
  const search = useSearch(typed, { limit: 8 })
  const navigate = useNavigate()
  const { pathname, search: query } = useLocation()
  const [page] = useState(pageName)
  const origin = { name: pathname === '/' ? 'Dashboard' : page, to: `${pathname}${query}` }
  // The dialog returns the focus when it closes, so it closes before the page takes the focus.
  const close = () => flushSync(onClose)
  const onFollow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    close()
  }
  const showAll = () => {
    if (search.isIdle) return
    close()
    void navigate(searchAddress(typed.trim()))
  }
  return (
    // Arrow keys only complement Tab.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.panel} onKeyDown={(event: KeyboardEvent) => stepThrough(event)}>
      <form
        role="search"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          showAll()
        }}
      >
        <TextField
          ref={field}
          label="Search papers, agendas, people and your notes"
          type="search"
          autoComplete="off"
          maxLength={maxWords}
          value={typed}
          onChange={setTyped}
        />
      </form>
      <div className={styles.results}>
        <FoundResults search={search}>
          {(results) => (
            <>
              <FoundList {...{ found: results, origin, onFollow }} words={search.words} />
              <Link
                to={searchAddress(search.words)}
                className={`${buttonStyle('secondary')} ${styles.all}`}
                onClick={onFollow}
              >
                All results ({results.total})
              </Link>
            </>
          )}
        </FoundResults>
      </div>
    </div>
  )
}

/** The heading of the page below the dialog. */
function pageName(): string {
  return document.querySelector('#page-title')?.textContent || 'Page'
}

/** Moves the focus with the arrow keys from the field through the results, and back. */
function stepThrough(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
