import type { ProposedCorrection, UploadOutcome } from '@portal/contract/uploads'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { FileClock } from 'lucide-react'
import { Fragment } from 'react'
import { RefusalBanner } from '../dialogs/refusal-banner.tsx'
import { errorMessage } from '../api-errors.ts'
import { PlaceInWords } from '../place-in-words.tsx'
import { useEndRights } from '../rights/admin-rights.ts'
import { savedChange, useUndoableToast } from '../undo/use-undo.ts'
import styles from './correction-proposal.module.css'
import { useAnswerCorrection, useShowInstead } from './correction-queries.ts'

type CorrectionProposalProps = {
  /** The name of the uploaded paper. */
  name: string
  proposed: ProposedCorrection
  /** Called once the admin has chosen, with the outcome for the upload if it isn’t simply shown now. */
  onSettled?: (outcome?: UploadOutcome) => void
}

/** Proposes that an uploaded paper is the corrected version of a mapped one; the other choice is another paper. */
export function CorrectionProposal({ name, proposed, onSettled }: CorrectionProposalProps) {
  const { of, by, as } = proposed
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const endRights = useEndRights()
  const answer = useAnswerCorrection(proposed)
  const instead = useShowInstead(proposed)
  const isBusy = answer.isPending || instead.isPending
  const error = answer.error ?? instead.error
  const onError = (refused: Error) => void endRights(refused)

  const makeVersion = () =>
    answer.mutate('newVersion', {
      onSuccess(outcome) {
        toast(`Version ${outcome.document.version} of ${isolated(of.name)} is stored`, {
          kind: 'good',
        })
        onSettled?.(outcome)
      },
      onError,
    })
  const keepApart = () => answer.mutate('another', { onSuccess: () => onSettled?.(), onError })
  const showInstead = () =>
    instead.mutate(undefined, {
      onSuccess(saved) {
        const changes = saved.flatMap((entry, index) => savedChange(entry, of.slots[index]))
        undoableToast(`${isolated(name)} is shown instead of ${isolated(of.name)}`, changes, {
          kind: 'good',
        })
        onSettled?.()
      },
      onError,
    })

  return (
    <section className={styles.proposal} aria-label={`Proposal for ${isolated(name)}`}>
      <p className={styles.words}>
        <FileClock aria-hidden="true" />
        <span>
          By its {by}, this looks like a new version of <b>{of.name}</b>, the paper of{' '}
          {of.slots.map((slot, index) => (
            <Fragment key={slot.id}>
              {index > 0 && ' and '}
              <PlaceInWords slot={slot} />
            </Fragment>
          ))}
          . {of.seen ? 'Members see that paper now.' : 'Members don’t see that paper yet.'}
        </span>
      </p>
      <p className={styles.detail}>
        {as === 'newVersion'
          ? 'A new version keeps its place, the earlier versions, the changes and everyone’s notes.'
          : 'Both stay in the portal. Readers with notes on the other paper are invited to bring them along.'}
      </p>
      {error && (
        <RefusalBanner
          sentence={errorMessage(error) ?? 'Your choice wasn’t stored. Please try again.'}
        />
      )}
      <div className={styles.acts}>
        <Button
          variant="primary"
          busy={isBusy}
          onClick={as === 'newVersion' ? makeVersion : showInstead}
        >
          {as === 'newVersion' ? `New version of ${isolated(of.name)}` : 'Show this upload instead'}
          {as === 'instead' && <VisuallyHidden> of {isolated(of.name)}</VisuallyHidden>}
        </Button>
        <Button disabled={isBusy} onClick={keepApart}>
          As another paper<VisuallyHidden>: {isolated(name)}</VisuallyHidden>
        </Button>
      </div>
    </section>
  )
}
