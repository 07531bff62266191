import { createContext } from 'react'

/** Where a surrounding bar wants the viewer's tools; without one they are above the pages. */
export const ToolbarPlace = createContext<HTMLElement | null>(null)
