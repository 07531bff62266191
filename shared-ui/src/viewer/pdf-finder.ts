import type { EventBus, FindState as FindStates } from 'pdfjs-dist/web/pdf_viewer.mjs'

export type Finding = {
  status: 'idle' | 'searching' | 'found' | 'none'
  /** Index of the selected match, from 1; 0 if none is selected. */
  current: number
  total: number
}

export type PdfFinder = {
  /** One text, or several texts that each count as a match. */
  find: (query: string | readonly string[]) => void
  findNext: (direction: 1 | -1) => void
  endFind: () => void
}

type Counts = { current: number; total: number }

/** Searches the whole document, from the shown page on; pdf.js highlights the matches. */
export function createPdfFinder(
  eventBus: EventBus,
  FindState: typeof FindStates,
  onFinding: (finding: Finding) => void,
): PdfFinder {
  const idle: Finding = { status: 'idle', current: 0, total: 0 }
  let query: string | readonly string[] = ''
  let hasPages = false
  let status: Finding['status'] = 'idle'

  eventBus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: Counts }) => {
    if (query.length > 0) onFinding({ status, ...matchesCount })
  })
  eventBus.on(
    'updatefindcontrolstate',
    ({ state, matchesCount }: { state: number; matchesCount: Counts }) => {
      if (query.length === 0) return
      if (state === FindState.PENDING) status = 'searching'
      else status = state === FindState.NOT_FOUND ? 'none' : 'found'
      onFinding({ status, ...matchesCount })
    },
  )
  const dispatch = (type: '' | 'again', findPrevious: boolean) =>
    eventBus.dispatch('find', {
      source: eventBus,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious,
      matchDiacritics: false,
    })
  // Before that, the page to begin at isn't known.
  eventBus.on('pagesinit', () => {
    hasPages = true
    if (query.length > 0) dispatch('', false)
  })
  return {
    find(wanted) {
      query = typeof wanted === 'string' ? wanted.trim() : wanted
      if (query.length > 0) {
        if (hasPages) dispatch('', false)
        return
      }
      eventBus.dispatch('findbarclose', { source: eventBus })
      onFinding(idle)
    },
    findNext(direction) {
      if (query.length > 0) dispatch('again', direction === -1)
    },
    endFind() {
      query = ''
      eventBus.dispatch('findbarclose', { source: eventBus })
      onFinding(idle)
    },
  }
}
