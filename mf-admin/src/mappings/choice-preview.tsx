import type { BoardDocument } from '@portal/contract/documents'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { EmbedFrame } from '@portal/shared-ui/embed-frame'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import styles from './mapping-form-dialog.module.css'
import type { MappingForm } from './use-mapping-form.ts'

type ChoicePreviewProps = { form: MappingForm; documents: BoardDocument[]; name: string }

/** What members will see, before it is saved. */
export function ChoicePreview({ form, documents, name }: ChoicePreviewProps) {
  const document = documents.find(({ id }) => id === form.documentId)
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3 className={styles.previewTitle}>Preview</h3>
      {form.mode === 'embed' ? (
        <EmbedPreview form={form} name={name} />
      ) : document ? (
        <DocumentViewer
          key={document.id}
          height="68dvh"
          document={{
            id: document.id,
            name: document.name,
            mimeType: document.mime_type,
            webViewLink: document.web_view_link,
            condition: document.condition,
          }}
        />
      ) : (
        <p className={styles.nothing}>The document you choose is shown here.</p>
      )}
    </section>
  )
}

/** An embed is loaded on request, not with every typed letter. */
function EmbedPreview({ form: { url, embedType }, name }: { form: MappingForm; name: string }) {
  const { embedHosts } = usePortal().config
  const [shown, setShown] = useState<string>()
  if (!url) return <p className={styles.nothing}>The page you enter is shown here.</p>
  if (shown === url.href) {
    return <EmbedFrame url={url.href} title={name} embedType={embedType} embedHosts={embedHosts} />
  }
  return (
    <div className={styles.nothing}>
      <Button icon={<Eye />} onClick={() => setShown(url.href)}>
        Show preview
      </Button>
    </div>
  )
}
