import type { ReleasePreview } from '@portal/contract/previews'
import { useEndPreview } from './preview-queries.ts'
import { releaseSentences } from './releases-sentences.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type EndPreviewDialogProps = { preview: ReleasePreview; onClose: () => void }

export function EndPreviewDialog({ preview, onClose }: EndPreviewDialogProps) {
  const { id, remote, release, people } = preview
  return (
    <WithdrawDialog
      verb="End preview"
      withdrawing={useEndPreview(remote)}
      id={id}
      done={releaseSentences.previewEnded(release)}
      onClose={onClose}
    >
      From their next page, {people.join(', ')} can’t run <strong>{release}</strong> by this link
      any more. The release stays, and its team can start another preview.
    </WithdrawDialog>
  )
}
