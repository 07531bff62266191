import { Button } from '@portal/shared-ui/button'
import { Undo2 } from 'lucide-react'

type BackToNowProps = { className?: string | undefined; onFollow: () => void }

/** From another item to the current one. */
export function BackToNow({ className, onFollow }: BackToNowProps) {
  const key = meetingKeys.now.toUpperCase()
  return (
    <Button
      className={className}
      icon={<Undo2 />}
      aria-keyshortcuts={key}
      title={`Back to now (${key})`}
      onClick={onFollow}
      data-print="hide"
    >
      Back to now
    </Button>
  )
}

/** The meeting's shortcut keys, in lower case. N, P, J and K belong to the open paper. */
export const meetingKeys = { previous: 'u', next: 'i', now: 'a' } as const
