import { createContext, type ReactNode } from 'react'
import type { ToolButtonProps } from './tool-button.tsx'

/** What the single keys of the page around a paper do, by key: `{ a: 'Open the agenda' }`. */
export const ReadingKeys = createContext<Readonly<Record<string, string>>>({})

/** Where a surrounding bar wants the viewer's tools; without one they are above the pages. */
export const ToolbarPlace = createContext<HTMLElement | null>(null)

/** What a reader can do with the open paper: `Mark as read`. */
export type PaperTool = Pick<ToolButtonProps, 'label' | 'icon' | 'onPress'>

/** What follows the last page of the open paper, and what its menu offers as well. */
export type PaperEnd = {
  tools: readonly PaperTool[]
  /** The link to the next paper. */
  next?: ReactNode
}

export const PaperEndings = createContext<PaperEnd | undefined>(undefined)
