import { menuOf } from '@portal/contract/frame'
import { frameTexts } from '@portal/domain/frame-parts'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Menu } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useHost } from '../host.ts'
import { SearchButton } from '../search/search-button.tsx'
import { AdminTools } from './admin-tools.tsx'
import { Drawer, loadDrawer } from './drawer.tsx'
import { HelpLink } from './help-link.tsx'
import { LateScroll } from './late-scroll.ts'
import { Navigation } from './navigation.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageTitle } from './page-title.ts'
import styles from './portal-frame.module.css'
import { RouteProgress } from './route-progress.tsx'
import { SideMenu } from './side-menu.tsx'
import { MemberViewNotice, TabNotices } from './tab-notices.tsx'
import { TextSizeChoice } from './text-size.tsx'
import { UserMenu } from './user-menu.tsx'

/**
 * The frame around every page. It doesn't re-render for another page; what depends on the address
 * is in separate components.
 */
export function PortalFrame() {
  const { config, person } = usePortal()
  const { composition, signOut } = useHost()
  const content = useRef<HTMLElement>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  // The composition is kept, also by an admin whose rights end meanwhile.
  const hidesAdmin = !person.isAdmin
  const entries = useMemo(() => menuOf(composition, { hidesAdmin }), [composition, hidesAdmin])
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content" data-print="hide">
        Skip to content
      </a>
      <RouteProgress />
      <div className={styles.side}>
        <SideMenu config={config} entries={entries} />
      </div>
      <div className={styles.page}>
        <MemberViewNotice />
        <header className={styles.bar} data-print="hide">
          <div className={styles.small}>
            <Button
              variant="quiet"
              icon={<Menu />}
              iconOnly
              aria-label={frameTexts.openMenu}
              onPointerEnter={loadDrawer}
              onFocus={loadDrawer}
              onClick={() => setMenuOpen(true)}
            />
            <span className={styles.name}>{frameTexts.name}</span>
          </div>
          <div className={styles.tools}>
            <SearchButton />
            {person.isAdmin && (
              <div className={styles.large}>
                <AdminTools />
              </div>
            )}
            <div className={styles.large}>
              <TextSizeChoice />
            </div>
            <UserMenu person={person} onSignOut={() => void signOut()} />
          </div>
        </header>
        <TabNotices />
        <OfflineBanner />
        <main id="content" tabIndex={-1} ref={content} className={styles.content}>
          <Outlet />
        </main>
      </div>
      <Drawer open={menuOpen} onClose={() => setMenuOpen(false)}>
        <Navigation entries={entries} onFollow={() => setMenuOpen(false)} />
        <div className={styles.drawerFoot}>
          {person.isAdmin && <AdminTools />}
          <TextSizeChoice />
          <HelpLink of={config.foundation} />
        </div>
      </Drawer>
      <PageTitle content={content} />
      <ScrollRestoration />
      <LateScroll />
    </div>
  )
}
