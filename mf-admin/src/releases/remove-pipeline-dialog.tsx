import { isolated } from '@portal/domain/shown-text'
import type { TrustedPipeline } from '@portal/contract/trusted-pipelines'
import { useRemovePipeline } from './pipeline-queries.ts'
import { releaseSentences } from './releases-sentences.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type RemovePipelineDialogProps = { pipeline: TrustedPipeline; onClose: () => void }

export function RemovePipelineDialog({ pipeline, onClose }: RemovePipelineDialogProps) {
  return (
    <WithdrawDialog
      verb={`Remove ${isolated(pipeline.name)}`}
      withdrawing={useRemovePipeline()}
      id={pipeline.id}
      done={releaseSentences.pipelineRemoved(pipeline.name)}
      onClose={onClose}
    >
      <strong>{pipeline.repository}</strong> can publish and promote nothing of {pipeline.remote}{' '}
      any more, and a run that is under way stops at its next step. What was published stays.
    </WithdrawDialog>
  )
}
