import type { ResourceMapping } from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { latestMappingsKey, mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useQueryClient } from '@portal/remote-kit/query'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { MappingDialog } from '@portal/shared-ui/mapping-content'
import type { Resource } from './resources.ts'
import { governanceSentences } from './sentences.ts'

type OpenedResourceProps = { resource: Resource; onClose: () => void; size: 'large' | 'full' }

/** A resource in its dialog: the newest version of a paper, with what changed since it was read. */
export function OpenedResource({ resource, onClose, size }: OpenedResourceProps) {
  const { embedHosts } = usePortal().config
  const { mapping, name } = resource
  const paper = mapping.embedUrl ? undefined : mapping.document
  const onSeen = useReadingLog(paper)
  const changes = usePaperChanges(paper, {})
  const onRefused = useReadAgain(resource)
  return (
    <MappingDialog
      open
      onClose={onClose}
      mapping={mapping}
      title={name}
      embedHosts={embedHosts}
      size={size}
      changes={changes}
      onSeen={onSeen}
      onRefused={onRefused}
    />
  )
}

/** Reads again what is shown, after a paper was refused. Without it, its dialog closes, which is explained. */
function useReadAgain({ id, name }: Resource): () => void {
  const { toast } = usePortal()
  const client = useQueryClient()
  const readAgain = async () => {
    await invalidateShared(client, mappingsKey)
    const shown = client.getQueryData<Record<string, ResourceMapping>>(latestMappingsKey)
    if (shown && !shown[id]?.active) toast(governanceSentences.refused(name), { kind: 'plain' })
  }
  return () => void readAgain()
}
