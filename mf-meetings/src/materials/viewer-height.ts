import { readStored, store } from '@portal/remote-kit/device-storage'
import { useState } from 'react'
import * as z from 'zod/mini'

/** The share of a phone's screen for a paper, in vh. */
export const viewerHeights = ['60', '70', '75', '80', '90'] as const

const viewerHeight = z.object({ height: z.enum(viewerHeights), applied: z.boolean() })

/** If applied, papers are shown in the page at this height; otherwise full screen. */
export type ViewerHeight = z.infer<typeof viewerHeight>

const key = 'portal.viewer-height'

/** The reader's choice, kept on this device. */
export function useViewerHeight() {
  const [chosen, setChosen] = useState(kept)
  const choose = (choice: ViewerHeight) => {
    setChosen(choice)
    store('localStorage', key, choice)
  }
  return [chosen, choose] as const
}

function kept(): ViewerHeight {
  const { data } = z.safeParse(viewerHeight, readStored('localStorage', key))
  return data ?? { height: '75', applied: false }
}
