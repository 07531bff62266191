import type { NavigationEntry } from '@portal/contract/releases'
import { NavLink } from 'react-router-dom'
import { NavigationIcon } from './navigation-icon.tsx'
import styles from './navigation.module.css'

type NavigationProps = { entries: NavigationEntry[]; folded?: boolean; onFollow?: () => void }

/** The portal's places. Folded, the words stay for screen readers and as a title. */
export function Navigation({ entries, folded = false, onFollow }: NavigationProps) {
  return (
    <nav aria-label="Main">
      <ul className={styles.list} data-folded={folded}>
        {entries.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              className={styles.link ?? ''}
              title={folded ? label : undefined}
              onClick={onFollow}
            >
              <NavigationIcon name={icon} />
              <span className={styles.label}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
