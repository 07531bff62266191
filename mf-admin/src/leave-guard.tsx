import { useBlocker } from '@portal/remote-kit/router'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { useEffect } from 'react'

type LeaveGuardProps = {
  /** Whether something was typed and not saved yet. */
  unsaved: boolean
  /** What would be lost. */
  children: string
}

/** Asks before unsaved changes are left behind, by a link of the portal or by the browser's own ways. */
export function LeaveGuard({ unsaved, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
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
