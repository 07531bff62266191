import { menuOf } from '@portal/domain/menu'
import { frameTexts } from '@portal/domain/frame-parts'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Menu, WifiOff } from 'lucide-react'
import { useMemo, useRef, useState, useContext, useEffect, type ReactNode } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useNavigation,
  UNSAFE_DataRouterStateContext,
} from 'react-router-dom'
import { useHost } from '../host.ts'
import { ReleasePanelKey, seesReleases } from '../override/release-panel-key.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { Drawer, loadDrawer, SideMenu } from './side-menu.tsx'
import { HelpLink } from './help-link.tsx'
import { Navigation } from './navigation.tsx'
import { PageTitle } from './page-title.ts'
import styles from './portal-frame.module.css'
import { UserMenu } from './user-menu.tsx'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { Status } from '@portal/shared-ui/status'
import { Banner } from '@portal/shared-ui/banner'
import { useOnline } from '@portal/shared-ui/use-online'
import { textSizes } from '@portal/contract/device-settings'
import { setTextSize, type TabNotice, useInterface } from './interface-store.ts'

/**
 * The frame around every page. It doesn't re-render for another page; what depends on the address
 * is in separate components.
 */
export function PortalFrame() {
  const portal = usePortal()
  const { config, person } = portal
  const { composition, signOut } = useHost()
  const content = useRef<HTMLElement>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  // The composition stays the same even if the admin's rights end meanwhile.
  const hidesAdmin = !person.isAdmin
  const isOutsider = person.kind !== undefined
  const entries = useMemo(
    () => menuOf(composition, { hidesAdmin, isOutsider }),
    [composition, hidesAdmin, isOutsider],
  )
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
            {person.kind === undefined && <SearchButton />}
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
      {seesReleases(portal, composition) && <ReleasePanelKey />}
      <PageTitle content={content} />
      <ScrollRestoration />
      <LateScroll />
    </div>
  )
}

const load = () => import('../member-view/view-as-member.tsx')

/** Only admins have this in the frame, so it isn't in the shell's first script. */
function AdminTools() {
  const { value } = useLoaded(load)
  return value && <value.ViewAsMember />
}

/** The old page stays until the new one is ready; a wait of over 150 ms is shown, and a longer one announced. */
function RouteProgress() {
  const { state } = useNavigation()
  const isLoading = state !== 'idle'
  return (
    <>
      <Status text={isLoading ? 'Loading the page' : ''} />
      {isLoading && (
        <div className={styles.progressBar} role="progressbar" aria-label="Loading the page" />
      )}
    </>
  )
}

/** In a status region that exists beforehand, so that screen readers announce it. */
function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <BannerPlace>
          <Banner kind="warn" icon={<WifiOff aria-hidden="true" />}>
            You are offline. Papers you opened stay readable until you reload.
          </Banner>
        </BannerPlace>
      )}
    </div>
  )
}

const names = { A: 'Normal text', 'A+': 'Large text', 'A++': 'Largest text' }

/** The reader's text size, kept on this device. */
function TextSizeChoice() {
  const chosen = useInterface((state) => state.textSize)
  return (
    <div className={styles.sizes} role="group" aria-label="Text size">
      {textSizes.map((size) => (
        <button
          key={size}
          type="button"
          className={styles.size}
          data-size={size}
          aria-pressed={size === chosen}
          aria-label={`${names[size]} (${size})`}
          onClick={() => setTextSize(size)}
        >
          A
        </button>
      ))}
    </div>
  )
}

/** How long content may take to make room, in ms. After that, the reader has begun to read at the top. */
const limit = 10_000

const reading = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * After a step back or a reload, the router scrolls at once to where the page was. Content that loads only then, such
 * as search results, may make room for that position later.
 */
function LateScroll(): null {
  const { restoreScrollPosition: position } = useContext(UNSAFE_DataRouterStateContext)!
  useEffect(() => {
    const isKnown = typeof position === 'number' && position > 0
    return isKnown ? scrollOnceThereIsRoom(position) : undefined
  }, [position])
  return null
}

function scrollOnceThereIsRoom(position: number): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const end = () => ended.abort()
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < position) return
    scrollTo(0, position)
    end()
  })
  const timer = setTimeout(end, limit)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const type of reading) addEventListener(type, end, { signal, passive: true })
  observer.observe(document.body)
  return end
}

/** Above everything else: in a member view, the frame is a member's. */
function MemberViewNotice() {
  const notices = useInterface((state) => state.notices)
  const { memberView: Notice } = notices
  return Notice && <Notice />
}

/** From top to bottom. */
const ofPage = [
  'assistant',
  'override',
  'development',
  'limited',
  'reset',
  'password',
  'lastDay',
  'update',
] as const satisfies TabNotice[]

/** Notices above the page. Few tabs have any, so their code is loaded on demand. */
export function TabNotices() {
  const notices = useInterface((state) => state.notices)
  return ofPage.map((name) => {
    const Notice = notices[name]
    return (
      Notice && (
        <BannerPlace key={name}>
          <Notice />
        </BannerPlace>
      )
    )
  })
}

/** Above the page, at its full width. */
function BannerPlace({ children }: { children: ReactNode }) {
  return <div className={styles.place}>{children}</div>
}
