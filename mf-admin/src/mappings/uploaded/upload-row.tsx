import type { UploadedPaper } from '@portal/contract/uploads'
import { slotOf } from '@portal/domain/ids'
import { paperProblemOf, paperProblemSentences } from '@portal/domain/paper-problem'
import { quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { adminPaths } from '../../admin-paths.ts'
import { CorrectionProposal } from '../../shared/corrections/correction-proposal.tsx'
import { useCorrection } from '../../shared/corrections/correction-queries.ts'
import styles from './uploads-screen.module.css'

type UploadRowProps = {
  paper: UploadedPaper
  onAsk: (kind: 'rename' | 'delete' | 'versions') => void
}

/** An uploaded paper: where it is used, whether members see it, and what can be done with it. */
export function UploadRow({ paper: { document, slots, seen }, onAsk }: UploadRowProps) {
  const { timeZone } = usePortal().config.foundation
  const { id, name, created_time: uploadedAt } = document
  const problem = paperProblemOf(document)
  const proposed = useCorrection(slots.length === 0 ? id : undefined)
  return (
    <Card as="li" className={styles.row}>
      <div className={styles.what}>
        <Link to={adminPaths.paper(id)}>{name}</Link>
        <p className={styles.facts}>Uploaded {dateText(uploadedAt, timeZone)}</p>
        {problem && <p>{paperProblemSentences[problem]}</p>}
        <p>
          {slots.length === 0
            ? 'Not used in any slot.'
            : `Used in ${slots.map(placeOf).join('; ')}.`}{' '}
          {seen ? 'Members see it now.' : 'Members don’t see it yet.'}
        </p>
        {proposed && <CorrectionProposal name={name} proposed={proposed} />}
      </div>
      <div className={styles.acts}>
        <Button onClick={() => onAsk('rename')}>
          Rename<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button onClick={() => onAsk('versions')}>
          Versions and withdrawal<VisuallyHidden> of {isolated(name)}</VisuallyHidden>
        </Button>
        <Button variant="quiet" onClick={() => onAsk('delete')}>
          Delete<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
    </Card>
  )
}

function placeOf({ id, title }: UploadedPaper['slots'][number]): string {
  const slot = slotOf(id)
  return slot?.kind === 'meeting' ? `${isolated(title)}, ${quarterName(slot)}` : title
}
