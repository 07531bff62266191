import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { ExternalLink, FileText, Link as LinkIcon, ListOrdered, TriangleAlert } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { httpsUrl } from './embed-address.ts'
import styles from './mapped-document.module.css'

type MappedDocumentProps = { mapping: ResourceMapping | undefined; onView: () => void }

/** The slot's content; a document or an embed opens in the viewer. */
export function MappedDocument({ mapping, onView }: MappedDocumentProps) {
  if (mapping?.mode === 'native') {
    const slot = slotOf(mapping.id)
    return (
      <Link
        className={styles.content}
        to={adminPaths.agenda(slot?.kind === 'meeting' ? slot : undefined)}
      >
        <Badge kind="accent" icon={<ListOrdered />}>
          Native
        </Badge>
        <span>Open the agenda</span>
      </Link>
    )
  }
  if (mapping?.embedUrl) {
    const external = mapping.embedType === 'external'
    return (
      <button type="button" className={styles.content} onClick={onView}>
        {external ? <ExternalLink aria-hidden="true" /> : <LinkIcon aria-hidden="true" />}
        <span>
          {httpsUrl(mapping.embedUrl)?.hostname ?? mapping.embedUrl} (
          {external ? 'external link' : 'embed'})
        </span>
      </button>
    )
  }
  if (mapping?.document) {
    return (
      <button type="button" className={styles.content} onClick={onView}>
        <FileText aria-hidden="true" /> <span>{mapping.document.name}</span>
      </button>
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
