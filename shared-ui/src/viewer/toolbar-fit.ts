export type ToolId =
  | 'contents'
  | 'thumbnails'
  | 'zoom'
  | 'percent'
  | 'fitWidth'
  | 'search'
  | 'notes'
  | 'rotate'
  | 'fullScreen'
  | 'print'
  | 'download'
  | 'keys'

/** Widths in rem: every button is a 48 px target, 52 px with its gap. */
const button = 3.25
const always = 8
const more = button
const widths: Partial<Record<ToolId, number>> = { zoom: 2 * button, percent: 3.75 }

/** The tools that a reader needs: they get their words before any other tool is shown. */
const needed: ToolId[] = ['notes', 'search', 'contents', 'print']
/** Most important first; the last ones move to the menu first. */
const others: ToolId[] = [
  'zoom',
  'percent',
  'fullScreen',
  'download',
  'fitWidth',
  'thumbnails',
  'rotate',
  'keys',
]
/** What a word next to the icon adds, in rem; tools without one have no word in the toolbar. */
const wordWidths: Partial<Record<ToolId, number>> = {
  notes: 2.6,
  search: 2.9,
  contents: 3.8,
  print: 2,
  download: 4.2,
  thumbnails: 5,
  fitWidth: 3.8,
  rotate: 2.7,
}

type Fit = {
  /** Tools in the toolbar; the others are in the More menu. */
  shown: ReadonlySet<ToolId>
  /** Tools with room for a label next to the icon. */
  words: ReadonlySet<ToolId>
}

type FitOptions = {
  hasNotes: boolean
  /** The More menu is there in any case. */
  hasMenu?: boolean
}

/** Decides which tools and which of their words fit into a toolbar of this width in rem. */
export function fitTools(width: number, { hasNotes, hasMenu = false }: FitOptions): Fit {
  const ofReader = hasNotes ? needed : needed.filter((tool) => tool !== 'notes')
  const all = [...ofReader, ...others]
  const total = all.reduce((sum, tool) => sum + widthOf(tool), always)
  const wordsTotal = ofReader.reduce((sum, tool) => sum + (wordWidths[tool] ?? 0), 0)
  let room = width - always - (hasMenu || total + wordsTotal > width ? more : 0)
  const shown = new Set<ToolId>()
  const words = new Set<ToolId>()
  /** Adds as many as fit, in this order: what is less important never takes the place of something else. */
  const fill = (to: Set<ToolId>, tools: readonly ToolId[], size: (tool: ToolId) => number) => {
    for (const tool of tools) {
      room -= size(tool)
      if (room < 0) return
      to.add(tool)
    }
  }
  const wordOf = (tool: ToolId) => wordWidths[tool] ?? Infinity
  fill(shown, ofReader, widthOf)
  fill(words, ofReader, wordOf)
  fill(shown, others, widthOf)
  fill(
    words,
    others.filter((tool) => wordWidths[tool]),
    wordOf,
  )
  return { shown, words }
}

function widthOf(tool: ToolId): number {
  return widths[tool] ?? button
}
