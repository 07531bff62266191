import { counted } from '@portal/domain/counted'
import type { ResourceMapping } from '@portal/contract/mappings'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import type { ReactNode } from 'react'
import { embedTypeNames } from './embed-type-names.ts'
import styles from './slot-details.module.css'

type SlotDetailsProps = {
  name: string
  mapping: ResourceMapping | undefined
  /** Acts on the slot. */
  children?: ReactNode
}

/** What a slot shows, in full: its paper's pages and date, its embed's address, its picture. */
export function SlotDetails({ name, mapping, children }: SlotDetailsProps) {
  const { config } = usePortal()
  return (
    <div className={styles.details}>
      {mapping?.cardImage && (
        <img className={styles.picture} src={mapping.cardImage} alt={`The card of ${name}`} />
      )}
      <ul className={styles.facts}>
        {factsOf(mapping, config.foundation.timeZone).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {children}
    </div>
  )
}

function factsOf(mapping: ResourceMapping | undefined, timeZone: string): string[] {
  const picture = mapping?.cardImage ? [] : ['No card image']
  if (mapping?.mode === 'native') return ['The agenda is written in the portal.', ...picture]
  if (mapping?.embedUrl) {
    return [mapping.embedUrl, embedTypeNames[mapping.embedType ?? 'others'], ...picture]
  }
  if (!mapping?.document) return picture
  const { pages, modifiedTime, version = 1 } = mapping.document
  return [
    ...(pages ? [counted(pages, 'page')] : []),
    ...(version > 1 ? [`Version ${version}`] : []),
    `Changed ${dateText(modifiedTime, timeZone)}`,
    ...picture,
  ]
}
