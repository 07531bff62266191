import type { Quarter } from '@portal/domain/quarter'
import { Button } from '@portal/shared-ui/button'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import { StartDialog } from './start-dialog.tsx'
import { useStartSources } from './use-agenda-start.ts'

type StartFromProps = {
  /** The quarter of the agenda without items; undefined while its date names none. */
  quarter: Quarter | undefined
  draft: AgendaDraft
  busy?: boolean
  /** The heading that gets the focus, because the button goes once there are items. */
  itemsId?: string
  onStart: (started: AgendaDraft) => void
}

/** Offers the items of the last agenda and of each template. Shows nothing if there are none. */
export function StartFrom({ quarter, draft, busy = false, itemsId, onStart }: StartFromProps) {
  const sources = useStartSources(quarter)
  const [open, setOpen] = useState(false)
  if (sources.length === 0) return null
  return (
    <>
      <Button icon={<Copy />} busy={busy} onClick={() => setOpen(true)}>
        Start from…
      </Button>
      {open && (
        <StartDialog
          quarter={quarter}
          draft={draft}
          sources={sources}
          onStart={(started) => {
            setOpen(false)
            onStart(started)
            // After the dialog has given the focus back to the button.
            if (itemsId !== undefined) {
              requestAnimationFrame(() => document.getElementById(itemsId)?.focus())
            }
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
