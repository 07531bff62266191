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
const always = 8.8
const more = button
const widths: Partial<Record<ToolId, number>> = { zoom: 2 * button, percent: 3.75 }
/** Most important first; the last ones move to the menu first. */
const byImportance: ToolId[] = [
  'zoom',
  'search',
  'notes',
  'contents',
  'download',
  'fullScreen',
  'percent',
  'fitWidth',
  'print',
  'thumbnails',
  'rotate',
  'keys',
]
const word = 5.5
const byNeedOfWord: ToolId[] = [
  'search',
  'notes',
  'contents',
  'print',
  'download',
  'thumbnails',
  'fitWidth',
  'fullScreen',
  'rotate',
  'keys',
]

type Fit = {
  /** Tools in the toolbar; the others are in the More menu. */
  shown: ReadonlySet<ToolId>
  /** Tools with room for a label next to the icon. */
  words: ReadonlySet<ToolId>
}

/** Decides which tools fit into a toolbar of this width in rem, most important first. */
export function fitTools(width: number, { hasNotes }: { hasNotes: boolean }): Fit {
  const isThere = (tool: ToolId) => tool !== 'notes' || hasNotes
  const tools = byImportance.filter(isThere)
  const total = tools.reduce((sum, tool) => sum + widthOf(tool), always)
  const overflows = total > width
  let room = width - always - (overflows ? more : 0)
  const shown = new Set<ToolId>()
  for (const tool of tools) {
    if (widthOf(tool) > room) continue
    shown.add(tool)
    room -= widthOf(tool)
  }
  const words = new Set<ToolId>()
  if (!overflows) {
    for (const tool of byNeedOfWord.filter(isThere)) {
      if (word > room) break
      words.add(tool)
      room -= word
    }
  }
  return { shown, words }
}

function widthOf(tool: ToolId): number {
  return widths[tool] ?? button
}
