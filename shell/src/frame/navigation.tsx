import { isCurrentEntry } from '@portal/domain/menu'
import type { NavigationEntry } from '@portal/contract/releases'
import { frameTexts } from '@portal/domain/frame-parts'
import { memo, type MouseEvent, useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { navigationIcons } from './navigation-icons.ts'
import styles from './navigation.module.css'
import { Circle } from 'lucide-react'

type NavigationProps = { entries: NavigationEntry[]; folded?: boolean; onFollow?: () => void }

/** The portal's pages. When collapsed, labels remain for screen readers and as tooltips. */
export function Navigation({ entries, folded = false, onFollow }: NavigationProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      onFollow?.()
      if (opensElsewhere(event)) return
      event.preventDefault()
      const { href, pathname: path } = event.currentTarget
      // As everywhere, clicking the current page adds no history entry.
      void navigate(path, { replace: href === location.href })
    },
    [navigate, onFollow],
  )
  return (
    <nav aria-label={frameTexts.menu}>
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
 * A plain anchor: the router's links all re-render for every page, which took a quarter of a small
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

/** A new tab or window, a download: left to the browser. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

/** The icon that a remote names in its navigation; a generic one for an unknown name in an old release. */
function NavigationIcon({ name }: { name: string }) {
  const Icon = navigationIcons[name] ?? Circle
  return <Icon aria-hidden="true" />
}
