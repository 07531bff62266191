import { useOnline } from '@portal/shared-ui/use-online'

/** Added to the error message of a part that couldn't be loaded while the device is offline. */
export function OfflineNote() {
  if (useOnline()) return null
  return (
    <p>
      You are offline, and this part hasn’t been loaded yet. It will appear when you are online
      again.
    </p>
  )
}
