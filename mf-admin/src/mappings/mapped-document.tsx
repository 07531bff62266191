import { dateText } from '@portal/domain/time-text'
import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { FileText, Link as LinkIcon, ListOrdered, TriangleAlert } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { httpsUrl } from './embed-address.ts'
import styles from './mappings-table.module.css'

type MappedDocumentProps = {
  mapping: ResourceMapping | undefined
  onView: (mapping: ResourceMapping) => void
}

/** The slot's content; a document or an embed opens in the viewer. */
export function MappedDocument({ mapping, onView }: MappedDocumentProps) {
  const { config } = usePortal()
  if (mapping?.mode === 'native') {
    const slot = slotOf(mapping.id)
    return (
      <>
        <Link
          className={styles.native}
          to={adminPaths.agenda(slot?.kind === 'meeting' ? slot : undefined)}
        >
          <Badge kind="accent" icon={<ListOrdered />}>
            Native
          </Badge>
          <span>Open the agenda</span>
        </Link>
        <p className={styles.detail}>The agenda is written in the portal.</p>
      </>
    )
  }
  if (mapping?.embedUrl) {
    return (
      <>
        <button type="button" className={styles.open} onClick={() => onView(mapping)}>
          <LinkIcon /> {httpsUrl(mapping.embedUrl)?.hostname ?? mapping.embedUrl}
        </button>
        <p className={styles.detail}>
          {mapping.embedType === 'external' ? 'External link' : 'Embed'}
        </p>
      </>
    )
  }
  if (mapping?.document) {
    const { name, pages, modifiedTime } = mapping.document
    const changed = `Changed ${dateText(modifiedTime, config.foundation.timeZone)}`
    return (
      <>
        <button type="button" className={styles.open} onClick={() => onView(mapping)}>
          <FileText /> {name}
        </button>
        <p className={styles.detail}>{pages ? `${pagesText(pages)} · ${changed}` : changed}</p>
      </>
    )
  }
  if (mapping?.documentId) {
    return (
      <Badge kind="bad" icon={<TriangleAlert />}>
        Not in the drive
      </Badge>
    )
  }
  return <span className={styles.none}>No document mapped</span>
}

function pagesText(pages: number): string {
  return pages === 1 ? '1 page' : `${pages} pages`
}
