import { DocumentViewer } from './document-viewer.tsx'
import { PaperDialog } from './parts/paper-dialog.tsx'
import type { ViewerDocument } from './viewer/viewer-document.ts'

type DocumentDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  document: ViewerDocument
  size: 'large' | 'full'
}

/** A document over the page, at 95 % of the window or full size. */
export function DocumentDialog({ open, onClose, title, document, size }: DocumentDialogProps) {
  return (
    <PaperDialog open={open} onClose={onClose} title={title} size={size}>
      <DocumentViewer document={document} height="100%" flush />
    </PaperDialog>
  )
}
