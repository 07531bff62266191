import { Button } from '@portal/shared-ui/button'
import { BookCheck, BookX } from 'lucide-react'
import { usePortal } from '@portal/remote-kit/portal'
import { useMarkAsRead } from '@portal/remote-kit/use-mark-as-read'

type MarkAsReadProps = { paper: { id: string; version?: number | undefined }; isRead: boolean }

/** A button that marks the open paper as read or unread for its reader. */
export function MarkAsRead({ paper, isRead }: MarkAsReadProps) {
  const { toast } = usePortal()
  const mark = useMarkAsRead()
  const { id: documentId, version = 1 } = paper
  const change = () =>
    mark.mutate(
      { documentId, version, isRead: !isRead },
      { onError: () => toast('That didn’t work. Please try again.', { kind: 'bad' }) },
    )
  return (
    <Button
      variant="quiet"
      icon={isRead ? <BookX /> : <BookCheck />}
      busy={mark.isPending}
      onClick={change}
    >
      {isRead ? 'Mark as unread' : 'Mark as read'}
    </Button>
  )
}
