import type { PortalConfig } from '@portal/contract/portal'
import type { NavigationEntry } from '@portal/contract/releases'
import { frameTexts, helpLines } from '@portal/domain/frame-parts'
import { ChevronsLeft, ChevronsRight, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { HelpLink } from './help-link.tsx'
import { foldMenu, useInterface } from './interface-store.ts'
import { Navigation } from './navigation.tsx'
import styles from './side-menu.module.css'
import { useOpenedPart } from './use-opened-part.ts'

type SideMenuProps = { config: PortalConfig; entries: NavigationEntry[] }

export function SideMenu({ config, entries }: SideMenuProps) {
  const folded = useInterface((state) => state.menuFolded)
  const { foundation } = config
  return (
    <aside className={styles.menu} data-folded={folded} data-print="hide">
      <div className={styles.brand}>
        <Brand foundation={foundation} name={frameTexts.name} markOnly={folded} />
      </div>
      <Navigation entries={entries} folded={folded} />
      <footer className={styles.foot}>
        {folded ? (
          helpLines(foundation).map(({ text, link }) => (
            <a
              key={link.href}
              className={styles.fold}
              href={link.href}
              title={`${text} ${link.label}`}
            >
              <CircleHelp role="img" aria-label={`${text} ${link.label}`} />
            </a>
          ))
        ) : (
          <HelpLink of={foundation} />
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

const load = () => import('@portal/shared-ui/slide-over')
export const loadDrawer = () => void load().catch(() => undefined)

type DrawerProps = { open: boolean; onClose: () => void; children: ReactNode }

/** The side menu on small screens. Its code is loaded when it is first opened. */
export function Drawer({ open, onClose, children }: DrawerProps) {
  const part = useOpenedPart(load, { open, onClose })
  return (
    part && (
      <part.SlideOver open={open} onClose={onClose} title={frameTexts.name}>
        {children}
      </part.SlideOver>
    )
  )
}
