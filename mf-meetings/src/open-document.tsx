import { mappingId, type Slot } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { FileText } from 'lucide-react'
import { mappingsQuery } from './mappings-queries.ts'
import { meetingsPaths } from './meetings-paths.ts'

/** The way to a slot's paper; nothing while the slot is unmapped, inactive, or not known yet. */
export function OpenDocument({ slot }: { slot: Slot }) {
  const { call } = usePortal()
  const mapping = useQuery(mappingsQuery(call)).data?.[mappingId(slot)]
  const leads = mapping?.mode !== 'native' && (mapping?.embedUrl || mapping?.document)
  if (!mapping?.active || !leads) return null
  return (
    <Link to={meetingsPaths.resource(slot)} className={buttonStyle('primary')}>
      <FileText aria-hidden /> Open document
    </Link>
  )
}
