import { fitTools, type ToolId } from './toolbar-fit.ts'
import { clsx } from 'clsx'
import {
  Download,
  Images,
  Keyboard,
  Maximize,
  Minimize,
  MoveHorizontal,
  NotebookPen,
  Printer,
  RotateCw,
  Search,
  TableOfContents,
  ZoomIn,
  ZoomOut,
  Ellipsis,
} from 'lucide-react'
import { type KeyboardEvent, use, useRef, type FormEvent, useState } from 'react'
import { useWidth } from '../use-width.ts'
import type { PdfReading, ReadingState } from './pdf-reading.ts'
import { ToolButton, type ToolButtonProps } from './tool-button.tsx'
import styles from './toolbar.module.css'
import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { selectOnFocus } from '../select-on-focus.ts'
import { PaperEndings } from './reading-contexts.ts'

export type SidePanel = 'contents' | 'thumbnails' | 'notes'

type ViewerToolbarProps = {
  reading: PdfReading
  state: ReadingState
  panel: SidePanel | undefined
  hasNotes?: boolean | undefined
  searching: boolean
  full: boolean
  /** Inside another bar, which has the surface. */
  inBar?: boolean
  onPanel: (panel: SidePanel) => void
  onSearch: () => void
  onFull: () => void
  onPrint: () => void
  onDownload: () => void
  onKeys: () => void
}

const control = /Mac|iP/.test(globalThis.navigator.platform) ? '⌘' : 'Ctrl '

const inRem = (rem: number) => rem

export function ViewerToolbar(props: ViewerToolbarProps) {
  const { reading, state, panel, searching, full, hasNotes = false, inBar = false } = props
  const bar = useRef<HTMLDivElement>(null)
  const ofPaper = use(PaperEndings)?.tools ?? []
  const { shown, words } = fitTools(useWidth(bar, inRem), {
    hasNotes,
    hasMenu: ofPaper.length > 0,
  })
  const tools = toolsOf(props)
  const tool = (id: Exclude<ToolId, 'zoom' | 'percent'>) =>
    shown.has(id) ? <ToolButton {...tools[id]} worded={words.has(id)} /> : null
  const zoomOut = {
    label: 'Zoom out',
    keys: '−',
    icon: <ZoomOut />,
    onPress: () => reading.zoomBy(-1),
  }
  const zoomIn = { label: 'Zoom in', keys: '+', icon: <ZoomIn />, onPress: () => reading.zoomBy(1) }
  const rest: ToolButtonProps[] = (Object.keys(tools) as (keyof typeof tools)[])
    .filter((id) => !shown.has(id) && (id !== 'notes' || hasNotes))
    .map((id) => tools[id])
  if (!shown.has('zoom')) rest.unshift(zoomOut, zoomIn)

  return (
    <div
      ref={bar}
      className={clsx(styles.toolbar, inBar && styles.inBar)}
      role="toolbar"
      data-paper-bar
      tabIndex={-1}
      aria-label="Document"
      onKeyDown={moveFocus}
    >
      {tool('notes')}
      {tool('search')}
      {tool('contents')}
      {tool('print')}
      <span className={styles.gap} />
      <PageBox page={state.page} pages={state.pages} onGo={reading.goTo} />
      {shown.has('zoom') ? <ToolButton {...zoomOut} /> : null}
      {shown.has('percent') ? (
        <span className={styles.percent}>{Math.round(state.zoom * 100)}%</span>
      ) : null}
      {shown.has('zoom') ? <ToolButton {...zoomIn} /> : null}
      {tool('fitWidth')}
      {tool('fullScreen')}
      {tool('thumbnails')}
      {tool('rotate')}
      {tool('download')}
      {tool('keys')}
      {rest.length + ofPaper.length > 0 ? <MoreMenu tools={[...ofPaper, ...rest]} /> : null}
    </div>
  )

  function toolsOf(actions: ViewerToolbarProps) {
    const { onPanel, onSearch, onFull, onPrint, onDownload, onKeys } = actions
    return {
      contents: {
        label: 'Contents',
        icon: <TableOfContents />,
        expanded: panel === 'contents',
        onPress: () => onPanel('contents'),
      },
      thumbnails: {
        label: 'Thumbnails',
        icon: <Images />,
        expanded: panel === 'thumbnails',
        onPress: () => onPanel('thumbnails'),
      },
      fitWidth: {
        label: 'Fit width',
        keys: '0',
        icon: <MoveHorizontal />,
        pressed: state.fitsWidth,
        onPress: reading.fitWidth,
      },
      search: {
        label: 'Search',
        keys: `${control}F`,
        icon: <Search />,
        expanded: searching,
        onPress: onSearch,
      },
      notes: {
        label: 'Notes',
        icon: <NotebookPen />,
        expanded: panel === 'notes',
        onPress: () => onPanel('notes'),
      },
      rotate: { label: 'Rotate', icon: <RotateCw />, onPress: reading.rotate },
      fullScreen: {
        label: full ? 'Exit full screen' : 'Full screen',
        keys: full ? 'Esc' : 'F',
        icon: full ? <Minimize /> : <Maximize />,
        onPress: onFull,
      },
      print: { label: 'Print', keys: `${control}P`, icon: <Printer />, onPress: onPrint },
      download: { label: 'Download', icon: <Download />, onPress: onDownload },
      keys: { label: 'Keyboard shortcuts', keys: '?', icon: <Keyboard />, onPress: onKeys },
    } satisfies Partial<Record<ToolId, ToolButtonProps>>
  }
}

/** Arrow keys move the focus along the toolbar; Tab moves through it button by button. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step || (event.target as HTMLElement).matches('input, [role=menuitem], [role=menu]')) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const index = stops.indexOf(event.target as HTMLElement)
  stops.at((index + step) % stops.length)?.focus()
}

/** What can be done with the paper, and the tools that don't fit into the toolbar. Rendered inside the viewer, so that it works in full screen. */
export function MoreMenu({ tools }: { tools: ToolButtonProps[] }) {
  return (
    <Menu as="div" className={styles.more}>
      <MenuButton className={styles.tool} aria-label="More">
        <Ellipsis />
        <span className={styles.tip} aria-hidden="true">
          More
        </span>
      </MenuButton>
      <MenuItems modal={false} className={styles.menu}>
        {tools.map((tool) => (
          <MenuItem key={tool.label} disabled={tool.disabled ?? false}>
            <button type="button" className={styles.menuItem} onClick={tool.onPress}>
              {tool.icon}
              {tool.label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}

type PageBoxProps = { page: number; pages: number; onGo: (page: number) => void }

/** "12 / 84": shows the current page and accepts another one. */
export function PageBox({ page, pages, onGo }: PageBoxProps) {
  const [draft, setDraft] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const go = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = Number.parseInt(draft ?? '', 10)
    if (wanted >= 1) onGo(Math.min(wanted, pages))
    setDraft(undefined)
    if (event) input.current?.select()
  }
  return (
    <form className={styles.pageBox} onSubmit={go}>
      <input
        ref={input}
        className={styles.pageInput}
        aria-label={`Page, of ${pages}`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={draft ?? String(page)}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, ''))}
        {...selectOnFocus}
        onBlur={() => go()}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft !== undefined) {
            event.preventDefault()
            setDraft(undefined)
          }
        }}
      />
      <span className={styles.pages}>/ {pages}</span>
    </form>
  )
}
