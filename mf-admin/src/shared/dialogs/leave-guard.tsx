import { useBlocker } from '@portal/remote-kit/router'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { useEffect } from 'react'

type LeaveGuardProps = {
  /** Whether something was typed and not saved yet. */
  unsaved: boolean
  /** Set if the query identifies what is edited, so that another query means leaving. */
  queryCounts?: boolean | undefined
  /** What would be lost. */
  children: string
}

/** The state of a navigation after a save, which loses nothing. */
export const afterSave = { saved: true }

/** Asks before unsaved changes are lost, by a link of the portal or by the browser's own navigation. */
export function LeaveGuard({ unsaved, queryCounts = false, children }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const leaves = from.pathname !== to.pathname || (queryCounts && from.search !== to.search)
    return unsaved && leaves && !isAfterSave(to.state)
  })
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Unsaved changes"
      verb="Leave without saving"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}

function isAfterSave(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'saved' in state && state.saved === true
}
