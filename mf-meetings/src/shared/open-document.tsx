import { sourceOf } from '@portal/domain/slot-source'
import { mappingId } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { Link } from '@portal/remote-kit/router'
import { useSlotMappings } from '@portal/remote-kit/use-mappings'
import { buttonStyle } from '@portal/shared-ui/button'
import { FileText } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import styles from './open-document.module.css'

/**
 * The link to a slot's paper, with reserved space until the slot is known; nothing if it is
 * unmapped or inactive.
 */
export function OpenDocument({ slot }: { slot: Slot }) {
  const mappings = useSlotMappings(slot)
  const face = (
    <>
      <FileText aria-hidden /> Open document
    </>
  )
  if (mappings.isPending) {
    return (
      <span className={`${buttonStyle('primary')} ${styles.awaited}`} aria-hidden>
        {face}
      </span>
    )
  }
  const mapping = mappings.data?.[mappingId(slot)]
  const source = mapping?.active ? sourceOf(mapping) : undefined
  if (source !== 'embed' && source !== 'document') return null
  return (
    <Link to={meetingsPaths.resource(slot)} className={buttonStyle('primary')} data-print="hide">
      {face}
    </Link>
  )
}
