import type { TrustedPipeline } from '@portal/contract/trusted-pipelines'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { useState } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useRightsEnd } from '../shared/rights/admin-rights.ts'
import { useRemovePipeline } from './pipeline-queries.ts'
import { releaseErrorMessage } from './release-queries.ts'
import { messageTime, releaseSentences } from './releases-sentences.ts'

type RemovePipelineDialogProps = { pipeline: TrustedPipeline; onClose: () => void }

export function RemovePipelineDialog({ pipeline, onClose }: RemovePipelineDialogProps) {
  const { toast } = usePortal()
  const remove = useRemovePipeline()
  const endRights = useRightsEnd()
  const [refused, setRefused] = useState<string>()
  const confirm = async () => {
    if (remove.isPending) return
    setRefused(undefined)
    try {
      await remove.mutateAsync(pipeline.id)
      toast(releaseSentences.pipelineRemoved(pipeline.name), {
        kind: 'good',
        duration: messageTime,
      })
      onClose()
    } catch (error) {
      if (!endRights(error)) {
        setRefused(releaseErrorMessage(error))
      }
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Remove ${pipeline.name}?`}
      verb={`Remove ${pipeline.name}`}
      danger
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={() => {
        if (!remove.isPending) onClose()
      }}
    >
      <RefusalBanner sentence={refused} />
      <p>
        <strong>{pipeline.repository}</strong> can publish and promote nothing of {pipeline.remote}{' '}
        any more, and a run that is under way stops at its next step. What was published stays.
      </p>
    </ConfirmDialog>
  )
}
