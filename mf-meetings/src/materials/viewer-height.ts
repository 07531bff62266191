import { useState } from 'react'
import * as z from 'zod/mini'

/** How much of a phone's screen a paper may take, in vh. */
export const viewerHeights = ['60', '70', '75', '80', '90'] as const

const viewerHeight = z.object({ height: z.enum(viewerHeights), applied: z.boolean() })

/** Applied, papers stand in the page at this height; else each takes the whole screen. */
export type ViewerHeight = z.infer<typeof viewerHeight>

const key = 'portal.viewer-height'

/** The reader's choice, kept on this device. */
export function useViewerHeight() {
  const [chosen, setChosen] = useState(kept)
  const choose = (choice: ViewerHeight) => {
    setChosen(choice)
    try {
      localStorage.setItem(key, JSON.stringify(choice))
    } catch {
      // A full or forbidden storage: the choice lasts as long as the page.
    }
  }
  return [chosen, choose] as const
}

function kept(): ViewerHeight {
  const unchosen: ViewerHeight = { height: '75', applied: false }
  try {
    const parsed = z.safeParse(viewerHeight, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.data : unchosen
  } catch {
    return unchosen
  }
}
