import { clsx } from 'clsx'
import { FolderSearch, PanelLeft } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import styles from './reading-view.module.css'
import { mayAct } from './single-keys.ts'
import { SlideOver } from './slide-over.tsx'
import { narrowerThan, useWidth } from './use-width.ts'
import {
  type PaperEnd,
  PaperEndings,
  ReadingKeys,
  ToolbarPlace,
} from './viewer/reading-contexts.ts'
import { isTyping } from './viewer/viewer-keys.ts'

export type { PaperTool } from './viewer/reading-contexts.ts'

type ReadingViewProps = {
  /** Identifies the paper: a different one takes the focus. */
  paper: string
  /** The paper's name, and the page's only `h1`. */
  title: string
  /** What the paper is for, in one line below its name. A link in it may fill the place of both. */
  about?: ReactNode
  /** What the bar shows in place of the name, which stays the `h1` for screen readers. */
  head?: ReactNode
  /** The choice between several papers, in a second bar next to the viewer's tools. */
  choices?: ReactNode
  /** What single keys do outside text fields, by the key in lower case. */
  keys?: Readonly<Record<string, () => void>> | undefined
  /** The words for these keys in the list of shortcuts: `{ a: 'Open the agenda' }`. */
  keyWords?: Readonly<Record<string, string>> | undefined
  /** The link to where the paper was chosen. */
  back: ReactNode
  /** Its place among the papers: `3 of 13`. */
  position?: string | undefined
  /** Links to the previous and the next paper. */
  neighbours?: ReactNode
  /** The papers to choose from, titled `Q4 2026 papers`, what is known about this one, or the agenda in a meeting. */
  list?: { kind: ListKind; title: string; content: ReactNode } | undefined
  /** What follows the paper's last page; its tools are in the viewer's menu, too. */
  end?: PaperEnd | undefined
  /** Opens the portal's search, whose own button is in the hidden header. */
  onSearch?: (() => void) | undefined
  /** The paper, which fills the height. */
  children: ReactNode
}

const noWords = {}

/** Too narrow for the viewer's tools, with words, next to the paper's name: they get a bar of their own. */
const isTight = narrowerThan(75)

/** Too narrow for the search; it is then above the list. */
const isNarrowForSearch = narrowerThan(90)

/** Too narrow for the search while the viewer's tools are in a bar of their own. */
const isNarrowWithoutTools = narrowerThan(60)

/**
 * Too narrow for the list next to the paper. In rem, so larger text never makes the paper smaller. A meeting's agenda is
 * next to it on a tablet, too.
 */
const isNarrowFor: Record<ListKind, (rem: number) => boolean> = {
  papers: narrowerThan(75),
  details: narrowerThan(75),
  agenda: narrowerThan(60),
}

/**
 * A paper that fills the page: one bar, the pages below it, and the list of papers next to them if it is pinned. The
 * shell hides its menu and header while `data-reading` is on the page.
 */
export function ReadingView(props: ReadingViewProps) {
  const { paper, title, about, head, choices, keys, keyWords, back, position, neighbours } = props
  const { list, end, onSearch, children } = props
  const kind = list?.kind ?? 'papers'
  const root = useRef<HTMLDivElement>(null)
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const [tight, narrow] = [useWidth(root, isTight), useWidth(root, isNarrowFor[kind])]
  const hasTools = choices === undefined
  const isSearchInList =
    useWidth(root, hasTools ? isNarrowForSearch : isNarrowWithoutTools) && list !== undefined
  const [pinned, pin] = usePinnedList(kind)
  // Over the paper, the list closes with the choice.
  const [openOver, setOpenOver] = useState<string>()
  const isOver = narrow && openOver === paper
  const isBeside = !narrow && pinned

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const acts = !isTyping(event.target) && mayAct(event, event.target as Element)
    const run = acts ? keys?.[event.key.toLowerCase()] : undefined
    if (event.key !== 'F6' && !run) return
    event.preventDefault()
    if (run) run()
    else moveToNextArea(event.currentTarget, event.shiftKey ? -1 : 1)
  }
  const toggle = () => {
    if (narrow) setOpenOver(isOver ? undefined : paper)
    else pin(!pinned)
  }
  return (
    // The parts, which can be focused, handle the keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className={styles.reading} data-reading onKeyDown={onKeyDown}>
      <header className={styles.bar} data-paper-bar data-reading-area="tools" data-print="hide">
        <div className={styles.back}>{back}</div>
        <div
          className={clsx(
            styles.name,
            about !== undefined && styles.withAbout,
            head !== undefined && styles.unseen,
          )}
        >
          <h1 className={styles.title} id="page-title" tabIndex={-1} title={title}>
            {title}
          </h1>
          {about === undefined ? null : <p className={styles.about}>{about}</p>}
        </div>
        {head === undefined ? null : <div className={styles.head}>{head}</div>}
        {position === undefined ? null : <span className={styles.position}>{position}</span>}
        {tight || !hasTools ? (
          <span className={styles.gap} />
        ) : (
          <div className={styles.tools} ref={setToolbar} />
        )}
        {onSearch && !isSearchInList ? (
          <Button
            variant="quiet"
            icon={<FolderSearch />}
            iconOnly
            aria-label="Search the portal"
            title="Search the portal"
            onClick={onSearch}
          />
        ) : null}
        {neighbours}
        {list === undefined ? null : (
          <Button
            variant="quiet"
            icon={<PanelLeft />}
            aria-label={isBeside ? `Hide ${list.title}` : list.title}
            aria-expanded={isBeside || isOver}
            onClick={toggle}
          >
            <BarWord>{kind === 'papers' ? 'Papers' : list.title}</BarWord>
          </Button>
        )}
      </header>
      <div className={styles.body}>
        {list !== undefined && isBeside ? (
          <aside
            className={clsx(styles.list, kind === 'agenda' && styles.agenda)}
            aria-label={list.title}
            data-reading-area="list"
            data-print="hide"
          >
            {list.content}
          </aside>
        ) : null}
        <div className={styles.main}>
          {hasTools ? null : (
            <div
              className={styles.second}
              data-paper-bar
              data-reading-area="tools"
              data-print="hide"
            >
              <div className={styles.choices}>{choices}</div>
              <div className={styles.ofPaper} ref={setToolbar} />
            </div>
          )}
          <Stage key={paper} label={title}>
            <ReadingKeys value={keyWords ?? noWords}>
              <PaperEndings value={end}>
                <ToolbarPlace value={tight && hasTools ? null : toolbar}>{children}</ToolbarPlace>
              </PaperEndings>
            </ReadingKeys>
          </Stage>
        </div>
      </div>
      {list === undefined ? null : (
        <SlideOver open={isOver} onClose={() => setOpenOver(undefined)} title={list.title}>
          {onSearch && isSearchInList ? (
            <Button
              className={styles.search}
              icon={<FolderSearch />}
              onClick={() => {
                // The list returns the focus as it closes, so it closes before the search takes it.
                flushSync(() => setOpenOver(undefined))
                onSearch()
              }}
            >
              Search the portal
            </Button>
          ) : null}
          {list.content}
        </SlideOver>
      )}
    </div>
  )
}

/** The word next to the icon of a button in the bar, which has a longer label; only seen where there is room. */
export function BarWord({ children }: { children: ReactNode }) {
  return <span className={styles.word}>{children}</span>
}

/** The paper's place, which gets the focus first. */
function Stage({ label, children }: { label: string; children: ReactNode }) {
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => stage.current?.focus({ preventScroll: true }), [])
  // The focused element may be removed, such as a meeting's paper when the next item begins. The keys need the focus in
  // here.
  useEffect(() => {
    if (document.activeElement === document.body) stage.current?.focus({ preventScroll: true })
  })
  return (
    <div
      ref={stage}
      className={styles.stage}
      data-reading-area="pages"
      role="group"
      tabIndex={-1}
      aria-label={label}
    >
      {children}
    </div>
  )
}

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), [tabindex="0"]'

/** Moves the focus to the next of the list, the tools and the pages; `step` is 1 or -1. */
function moveToNextArea(root: HTMLElement, step: 1 | -1): void {
  const areas = [...root.querySelectorAll<HTMLElement>('[data-reading-area]')]
  const at = areas.findIndex((area) => area.contains(document.activeElement))
  const next = areas.at((at + step) % areas.length)
  if (next) targetIn(next).focus()
}

/** In a list the chosen row, among the tools the first one, and the pages themselves. */
function targetIn(area: HTMLElement): HTMLElement {
  const pages = area.querySelector<HTMLElement>('[role=region][tabindex="0"]')
  const chosen = area.querySelector<HTMLElement>('a[aria-current]')
  return pages ?? chosen ?? area.querySelector<HTMLElement>(focusable) ?? area
}

/** The list of papers and the agenda are shown until they are hidden, details only on request. */
const atFirst = { papers: true, details: false, agenda: true }

type ListKind = keyof typeof atFirst

/** Whether the list stays next to the paper if there is room; stored on this device. */
function usePinnedList(kind: ListKind) {
  const [chosen, setChosen] = useState<Partial<Record<ListKind, boolean>>>({})
  const pin = (wanted: boolean) => {
    setChosen({ ...chosen, [kind]: wanted })
    try {
      localStorage.setItem(keyOf(kind), wanted ? 'pinned' : 'hidden')
    } catch {
      // If storage is full or unavailable, the choice lasts until the page is closed.
    }
  }
  return [chosen[kind] ?? isPinned(kind), pin] as const
}

const keyOf = (kind: ListKind) => `portal.reading-${kind}`

function isPinned(kind: ListKind): boolean {
  try {
    const kept = localStorage.getItem(keyOf(kind))
    return kept === null ? atFirst[kind] : kept === 'pinned'
  } catch {
    return atFirst[kind]
  }
}
