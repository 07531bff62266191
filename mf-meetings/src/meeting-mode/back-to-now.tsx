import { Button } from '@portal/shared-ui/button'
import { Undo2 } from 'lucide-react'
import { meetingKeys } from './meeting-keys.ts'

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
