import { isCurrentEntry } from '@portal/contract/frame'
import type { NavigationEntry } from '@portal/contract/releases'
import { memo, type MouseEvent, useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { NavigationIcon } from './navigation-icon.tsx'
import styles from './navigation.module.css'

type NavigationProps = { entries: NavigationEntry[]; folded?: boolean; onFollow?: () => void }

/** The portal's places. Folded, the words stay for screen readers and as a title. */
export function Navigation({ entries, folded = false, onFollow }: NavigationProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      onFollow?.()
      if (opensElsewhere(event)) return
      event.preventDefault()
      const { href, pathname: path } = event.currentTarget
      // As everywhere: a page that is there already is no second step back.
      void navigate(path, { replace: href === location.href })
    },
    [navigate, onFollow],
  )
  return (
    <nav aria-label="Main">
      <ul className={styles.list} data-folded={folded}>
        {entries.map((entry) => (
          <Entry
            key={entry.to}
            entry={entry}
            current={isCurrentEntry(entry, pathname)}
            folded={folded}
            onClick={follow}
          />
        ))}
      </ul>
    </nav>
  )
}

type EntryProps = {
  entry: NavigationEntry
  current: boolean
  folded: boolean
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * An anchor of our own: the router's links are all drawn anew for every page, which took a quarter of a small
 * page's time.
 */
const Entry = memo(function Entry({ entry, current, folded, onClick }: EntryProps) {
  const { to, label, icon } = entry
  return (
    <li>
      <a
        href={to}
        className={styles.link}
        title={folded ? label : undefined}
        aria-current={current ? 'page' : undefined}
        onClick={onClick}
      >
        <NavigationIcon name={icon} />
        <span className={styles.label}>{label}</span>
      </a>
    </li>
  )
})

/** A new tab or window, a download: what the browser does by itself. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
