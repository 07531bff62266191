import { helpAddress } from '@portal/contract/frame'
import type { PortalConfig } from '@portal/contract/portal'
import type { NavigationEntry } from '@portal/contract/releases'
import { ChevronsLeft, ChevronsRight, CircleHelp } from 'lucide-react'
import { Brand } from './brand.tsx'
import { HelpLink } from './help-link.tsx'
import { foldMenu, useInterface } from './interface-store.ts'
import { Navigation } from './navigation.tsx'
import styles from './side-menu.module.css'

type SideMenuProps = { config: PortalConfig; entries: NavigationEntry[] }

export function SideMenu({ config, entries }: SideMenuProps) {
  const folded = useInterface((state) => state.menuFolded)
  const { foundation } = config
  return (
    <aside className={styles.menu} data-folded={folded} data-print="hide">
      <div className={styles.brand}>
        <Brand foundation={foundation} name="Board Portal" markOnly={folded} />
      </div>
      <Navigation entries={entries} folded={folded} />
      <footer className={styles.foot}>
        {folded ? (
          <a
            className={styles.fold}
            href={helpAddress(foundation.liaisonEmail)}
            title="Need help? Contact your Board Liaison"
          >
            <CircleHelp role="img" aria-label="Need help? Contact your Board Liaison" />
          </a>
        ) : (
          <HelpLink email={foundation.liaisonEmail} />
        )}
        <button
          type="button"
          className={styles.fold}
          aria-expanded={!folded}
          onClick={() => foldMenu(!folded)}
        >
          {folded ? (
            <ChevronsRight role="img" aria-label="Unfold menu" />
          ) : (
            <>
              <ChevronsLeft aria-hidden="true" /> Fold menu
            </>
          )}
        </button>
      </footer>
    </aside>
  )
}
