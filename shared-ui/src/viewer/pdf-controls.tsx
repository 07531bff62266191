import {
  type ReactNode,
  type RefObject,
  use,
  useRef,
  useState,
  useSyncExternalStore,
  useEffect,
  useEffectEvent,
} from 'react'
import { createPortal } from 'react-dom'
import { ChangesBar } from './changes-bar.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ContentsPanel } from './contents-panel.tsx'
import { useDownload } from '../download-link.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { LoadedNotes } from './loaded-notes.tsx'
import { EarlierNotesBar } from './earlier-notes-bar.tsx'
import { FindBar } from './find-bar.tsx'
import type { OpenedFind } from './opened-find.ts'
import styles from './pdf-pane.module.css'
import type { PdfReading } from './pdf-reading.ts'
import { ToolbarSpace } from './opening-picture.tsx'
import { PrintBar } from './print-bar.tsx'
import type { ShownChanges } from './shown-changes.ts'
import type { ShownNotes } from './shown-notes.ts'
import { SidePanel } from './side-panel.tsx'
import { ThumbnailsPanel } from './thumbnails-panel.tsx'
import { ToolbarPlace } from './reading-contexts.ts'
import { type Changing, useChanges } from './use-changes.ts'
import { useFullScreen } from './use-full-screen.ts'
import { usePrint } from './use-print.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { sourceUrls, type ViewerDocument } from './viewer-document.ts'
import { type SidePanel as ToolPanel, ViewerToolbar } from './viewer-toolbar.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'

type Panel = ToolPanel | 'changes'

type PdfControlsProps = {
  root: RefObject<HTMLDivElement | null>
  document: ViewerDocument
  reading: PdfReading | undefined
  changes: ShownChanges | undefined
  notes?: ShownNotes | undefined
  find?: OpenedFind | undefined
  onPage?: ((page: number) => void) | undefined
  prints?: boolean | undefined
  children: ReactNode
}

/** Toolbar, search, side panel and keyboard shortcuts around the pages; only the pages until the document is open. */
export function PdfControls(props: PdfControlsProps) {
  const { root, document, reading, changes, notes, find, onPage, prints, children } = props
  const [panel, setPanel] = useState<Panel>()
  const { full, toggle, leave } = useFullScreen(root)
  const changing = useChanges(reading, changes)
  const open = reading && panel && panel !== 'notes' && panel
  return (
    <div className={full ? styles.full : styles.controls}>
      {reading ? (
        <Bars
          root={root}
          document={document}
          reading={reading}
          full={full}
          onFull={toggle}
          onLeaveFull={leave}
          panel={panel}
          onPanel={setPanel}
          changing={changing}
          hasNotes={notes !== undefined}
          find={find}
          onPage={onPage}
          prints={prints}
        />
      ) : (
        <ToolbarSpace />
      )}
      {reading && notes?.earlier ? (
        <EarlierNotesBar earlier={notes.earlier} onAnswered={() => focusPagesIn(root)} />
      ) : null}
      <div className={styles.body}>
        {open ? (
          <OpenPanel
            panel={open}
            reading={reading}
            changing={changing}
            onClose={() => setPanel(undefined)}
          />
        ) : null}
        {reading && notes ? (
          <LoadedNotes
            root={root}
            reading={reading}
            notes={notes}
            isListed={panel === 'notes'}
            onList={(isListed) => setPanel(isListed ? 'notes' : undefined)}
          />
        ) : null}
        <div className={styles.main}>{children}</div>
      </div>
    </div>
  )
}

type BarsProps = {
  root: RefObject<HTMLDivElement | null>
  document: ViewerDocument
  reading: PdfReading
  full: boolean
  onFull: () => void
  onLeaveFull: () => void
  panel: Panel | undefined
  onPanel: (panel: Panel | undefined) => void
  changing: Changing | undefined
  hasNotes: boolean
  find: OpenedFind | undefined
  onPage: ((page: number) => void) | undefined
  prints: boolean | undefined
}

function Bars(props: BarsProps) {
  const { root, document, reading, full, onFull, onLeaveFull, panel, onPanel, changing, find } =
    props
  const state = useSyncExternalStore(reading.subscribe, reading.state)
  const [hasSearch, setHasSearch] = useState(false)
  const [hasKeys, setHasKeys] = useState(false)
  const searching = hasSearch || find !== undefined
  const printing = usePrint(reading.document, sourceUrls(document).content, props.prints)
  usePage(state.page, props.onPage)
  const findInput = useRef<HTMLInputElement>(null)
  const place = use(ToolbarPlace)
  const { failure, download } = useDownload(document)

  const focusPages = () => focusPagesIn(root)
  const closeSearch = () => {
    setHasSearch(false)
    find?.onEnd()
    focusPages()
  }
  const search = () => {
    setHasSearch(true)
    findInput.current?.focus()
    findInput.current?.select()
  }
  useViewerKeys(root, reading, {
    search,
    searchHasFocus: () => findInput.current === globalThis.document.activeElement,
    fullScreen: onFull,
    keys: () => setHasKeys(true),
    print: printing.start,
    stepChange(direction) {
      changing?.step(direction)
      return changing !== undefined && changing.changes.length > 0
    },
    escape() {
      if (searching) closeSearch()
      else if (printing.state.phase !== 'idle') printing.cancel()
      else if (panel) {
        onPanel(undefined)
        focusPages()
      } else if (full) onLeaveFull()
      else return false
      return true
    },
  })
  const togglePanel = (wanted: Panel) => onPanel(wanted === panel ? undefined : wanted)
  const isElsewhere = place !== null && !full
  const toolbar = (
    <ViewerToolbar
      reading={reading}
      state={state}
      panel={panel === 'changes' ? undefined : panel}
      hasNotes={props.hasNotes}
      searching={searching}
      full={full}
      inBar={isElsewhere}
      onPanel={togglePanel}
      onSearch={() => (searching ? closeSearch() : search())}
      onFull={onFull}
      onPrint={printing.start}
      onDownload={() => download()}
      onKeys={() => setHasKeys(true)}
    />
  )
  return (
    <>
      {/* In full screen, only what is inside the viewer is shown. */}
      {isElsewhere ? createPortal(toolbar, place) : toolbar}
      {searching ? (
        <FindBar
          key={find?.texts.join('|')}
          texts={find?.texts}
          reading={reading}
          finding={state.finding}
          input={findInput}
          onClose={closeSearch}
        />
      ) : null}
      {changing ? (
        <ChangesBar
          changing={changing}
          listed={panel === 'changes'}
          onList={() => togglePanel('changes')}
        />
      ) : null}
      <PrintBar printing={printing} />
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <KeysDialog open={hasKeys} onClose={() => setHasKeys(false)} />
      <PageAnnouncer page={state.page} pages={state.pages} />
    </>
  )
}

function focusPagesIn(root: RefObject<HTMLElement | null>): void {
  root.current?.querySelector<HTMLElement>('[role=region]')?.focus()
}

type OpenPanelProps = {
  panel: Exclude<Panel, 'notes'>
  reading: PdfReading
  changing: Changing | undefined
  onClose: () => void
}

function OpenPanel({ panel, reading, changing, onClose }: OpenPanelProps) {
  const { page, pages, rotation } = useSyncExternalStore(reading.subscribe, reading.state)
  const place = useRef<HTMLElement>(null)
  const afterChoice = () => {
    const covers = place.current && getComputedStyle(place.current).position === 'absolute'
    if (covers) onClose()
  }
  const goToDestination = (destination: string | unknown[]) => {
    reading.goToDestination(destination)
    afterChoice()
  }
  const goTo = (wanted: number) => {
    reading.goTo(wanted)
    afterChoice()
  }
  if (panel === 'changes') {
    if (!changing) return null
    const select = (index: number) => {
      changing.select(index)
      afterChoice()
    }
    return (
      <SidePanel key={panel} ref={place} title="Changes" onClose={onClose}>
        <ChangesPanel changes={changing.changes} current={changing.current} onGo={select} />
      </SidePanel>
    )
  }
  return panel === 'contents' ? (
    <SidePanel key={panel} ref={place} title="Contents" onClose={onClose}>
      <ContentsPanel document={reading.document} page={page} onGo={goToDestination} />
    </SidePanel>
  ) : (
    <SidePanel key={panel} ref={place} title="Thumbnails" onClose={onClose}>
      <ThumbnailsPanel
        document={reading.document}
        page={page}
        pages={pages}
        rotation={rotation}
        onGo={goTo}
      />
    </SidePanel>
  )
}

/** Calls `onPage` with the page that the reader has reached. */
function usePage(page: number, onPage: ((page: number) => void) | undefined): void {
  const arrive = useEffectEvent((reached: number) => onPage?.(reached))
  useEffect(() => arrive(page), [page])
}

/** Announces the page to screen readers once the reader has stopped scrolling. */
export function PageAnnouncer({ page, pages }: { page: number; pages: number }) {
  const [announced, setAnnounced] = useState(page)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(page), 700)
    return () => clearTimeout(timer)
  }, [page])
  return (
    <VisuallyHidden>
      <output aria-live="polite">
        Page {announced} of {pages}
      </output>
    </VisuallyHidden>
  )
}
