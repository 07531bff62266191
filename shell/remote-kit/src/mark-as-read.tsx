import { Button } from '@portal/shared-ui/button'
import type { PaperTool } from '@portal/shared-ui/reading-view'
import { BookCheck, BookX } from 'lucide-react'
import { usePortal } from '@portal/remote-kit/portal'
import { useMarkAsRead } from '@portal/remote-kit/use-mark-as-read'

type MarkAsReadProps = { paper: { id: string; version?: number | undefined }; isRead: boolean }

/** What marks the open paper as read or unread for its reader. */
export function useMarkTool({ paper, isRead }: MarkAsReadProps): PaperTool & { busy: boolean } {
  const { toast } = usePortal()
  const mark = useMarkAsRead()
  const { id: documentId, version = 1 } = paper
  return {
    label: isRead ? 'Mark as unread' : 'Mark as read',
    icon: isRead ? <BookX /> : <BookCheck />,
    busy: mark.isPending,
    onPress: () =>
      mark.mutate(
        { documentId, version, isRead: !isRead },
        { onError: () => toast('That didn’t work. Please try again.', { kind: 'bad' }) },
      ),
  }
}

/** The same as a button. */
export function MarkAsRead(props: MarkAsReadProps) {
  const { label, icon, busy, onPress } = useMarkTool(props)
  return (
    <Button variant="quiet" icon={icon} busy={busy} onClick={onPress}>
      {label}
    </Button>
  )
}
