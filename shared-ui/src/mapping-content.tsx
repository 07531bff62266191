import { clsx } from 'clsx'
import type { ResourceMapping } from '@portal/contract/mappings'
import { type PaperCondition, paperProblemSentences } from '@portal/domain/paper-problem'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { draftMark } from '@portal/domain/member-view'
import { FileX, EyeOff } from 'lucide-react'
import { DocumentViewer } from './document-viewer.tsx'
import { EmbedFrame } from './embed-frame.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import styles from './mapping-content.module.css'
import { PaperDialog } from './parts/paper-dialog.tsx'
import type { OpenedFind } from './viewer/opened-find.ts'
import type { ShownChanges } from './viewer/shown-changes.ts'
import type { ShownNotes } from './viewer/shown-notes.ts'
import type { OnSeen } from './viewer/use-seen-pages.ts'
import type { ViewerDocument } from './viewer/viewer-document.ts'

type MappingContentProps = {
  mapping: ResourceMapping
  title: string
  embedHosts: string[]
  /** The native agenda, which takes precedence. */
  native?: ReactNode
  /** A CSS height; `100%` inside a dialog. */
  height?: string | undefined
  /** Removes the frame, for a dialog that the content fills. */
  flush?: boolean | undefined
  /** An older version of the document; by default the one that the portal shows. */
  version?: number | undefined
  /** Whether that older version could be read. */
  condition?: PaperCondition | undefined
  /** The page that the document opens at, from 1; by default the last one read. */
  page?: number | undefined
  /** What changed in the document. */
  changes?: ShownChanges | undefined
  /** The reader's own notes on the document. */
  notes?: ShownNotes | undefined
  /** What is found and marked in the document, from `page` on. */
  find?: OpenedFind | undefined
  /** Called about once a second with the pages of a document that the reader sees. */
  onSeen?: OnSeen | undefined
  /** Called when the server refuses the document or its other pages. */
  onRefused?: (() => void) | undefined
}

/**
 * The content of a slot: the native agenda, else the embed, else the document. A draft is marked, unless its title
 * already marks it.
 */
export function MappingContent(props: MappingContentProps) {
  const { mapping, title, height = '75dvh' } = props
  if (!mapping.draft || title.startsWith(draftMark)) return <Content {...props} />
  return (
    <div className={styles.draft} style={{ blockSize: height }}>
      <p className={styles.mark}>
        <EyeOff aria-hidden="true" /> Draft – members don’t see this yet
      </p>
      <Content {...props} height="100%" />
    </div>
  )
}

function Content(props: MappingContentProps) {
  const { mapping, title, embedHosts, native, height = '75dvh', flush = false } = props
  if (mapping.mode === 'native' && native !== undefined) return <>{native}</>
  if (mapping.embedUrl) {
    return (
      <div className={clsx(styles.content, flush && styles.flush)} style={{ blockSize: height }}>
        <EmbedFrame
          url={mapping.embedUrl}
          title={title}
          embedType={embedTypeOf(mapping)}
          embedHosts={embedHosts}
        />
      </div>
    )
  }
  // An earlier version may still open.
  if (mapping.problem && props.version === undefined) {
    return (
      <EmptyState title={title} icon={<FileX />}>
        {paperProblemSentences[mapping.problem]}
      </EmptyState>
    )
  }
  const document = documentOf(props)
  if (!document) return <ErrorPanel sentence="No document found" />
  const { page, changes, notes, find, onSeen, onRefused } = props
  return (
    <DocumentViewer
      {...{ document, height, flush, page, changes, notes, find, onSeen, onRefused }}
    />
  )
}

type MappingDialogProps = Omit<MappingContentProps, 'height' | 'flush'> & {
  open: boolean
  onClose: () => void
  size: 'large' | 'full'
}

/** The content in a dialog, at 95 % of the window or full size. */
export function MappingDialog({ open, onClose, size, ...content }: MappingDialogProps) {
  const isAgenda = content.mapping.mode === 'native' && content.native !== undefined
  const dialog = { open, onClose, size, title: content.title }
  const shown = <MappingContent {...content} height="100%" flush />
  if (isAgenda) return <Dialog {...dialog}>{shown}</Dialog>
  return <PaperDialog {...dialog}>{shown}</PaperDialog>
}

/** Defaults for old mappings without a type: Airtable for meetings, external otherwise. */
function embedTypeOf(mapping: ResourceMapping) {
  if (mapping.embedType) return mapping.embedType
  return mapping.id.startsWith('meeting-') ? 'airtable' : 'external'
}

function documentOf({
  mapping,
  title,
  version,
  condition,
}: MappingContentProps): ViewerDocument | undefined {
  const id = mapping.document?.id ?? mapping.documentId
  if (!id) return undefined
  return {
    id,
    name: mapping.document?.name ?? title,
    mimeType: mapping.document?.mimeType ?? mapping.mimeType ?? '',
    webViewLink: mapping.webViewLink,
    // An earlier version has another file.
    ...(version === undefined || version === mapping.document?.version
      ? { firstPage: mapping.document?.firstPage, condition: mapping.document?.condition }
      : { version, condition }),
  }
}
