import { createContext } from 'react'

/** What the single keys of the page around a paper do, by key: `{ a: 'Open the agenda' }`. */
export const ReadingKeys = createContext<Readonly<Record<string, string>>>({})

/** Where a surrounding bar wants the viewer's tools; without one they are above the pages. */
export const ToolbarPlace = createContext<HTMLElement | null>(null)
