import type { ProposedCorrection } from '@portal/contract/uploads'
import { isAdditional, type PaperMatch } from '@portal/domain/paper-match'
import { isolated } from '@portal/domain/shown-text'
import { type MaterialType, materialTypes } from '@portal/domain/slot-names'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { SelectField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Check, CircleHelp, ExternalLink, History, Replace } from 'lucide-react'
import { adminPaths } from '../../admin-paths.ts'
import { CorrectionProposal } from '../../shared/corrections/correction-proposal.tsx'
import styles from './match-papers.module.css'
import { isOpen } from './paper-proposals.ts'

type PaperMatchRowProps = {
  match: PaperMatch
  chosen: MaterialType | null
  /** What the chosen slot, or the proposed one, shows now. */
  replaces: string | undefined
  /** Decided before its slot. */
  proposed: ProposedCorrection | undefined
  onChoose: (slot: MaterialType | null) => void
}

/** A paper, the slot that it fits, why, and what it would replace. */
export function PaperMatchRow(props: PaperMatchRowProps) {
  const { match, chosen, replaces, proposed, onChoose } = props
  const { file, kind, title, reason, candidates } = match
  const slot = chosen ?? match.slot ?? candidates[0]
  const only = match.slot ?? (candidates.length === 1 ? candidates[0] : undefined)
  return (
    <Card as="li" className={styles.paper}>
      <div className={styles.head}>
        {proposed ? (
          <strong>{only && materialTypes[only]}</strong>
        ) : (
          <SlotControl match={match} only={only} chosen={chosen} onChoose={onChoose} />
        )}
        {kind === 'mapped' && <Badge icon={<Check />}>Already mapped</Badge>}
        {kind === 'older' && <Badge icon={<History />}>Older version</Badge>}
        {kind === 'ambiguous' && (
          <Badge kind="warn" icon={<CircleHelp />}>
            Please check
          </Badge>
        )}
      </div>
      <p className={styles.name}>{file.name}</p>
      <a
        className={styles.open}
        href={adminPaths.paper(file.id)}
        target="_blank"
        rel="noopener"
        aria-label={`Open ${isolated(file.name)} in a new tab`}
      >
        <ExternalLink /> Open
      </a>
      <p className={styles.detail}>
        {isolated(file.folder || 'Top folder')} · {reason}.
      </p>
      {isOpen(match) && title !== undefined && slot && isAdditional(slot) && (
        <p className={styles.detail}>Members see it as “{isolated(title)}”.</p>
      )}
      {proposed && <CorrectionProposal name={file.name} proposed={proposed} />}
      {isOpen(match) && !proposed && replaces !== undefined && (
        <p className={styles.replaces}>
          <Replace /> Replaces: {isolated(replaces)}
        </p>
      )}
    </Card>
  )
}

type SlotControlProps = Pick<PaperMatchRowProps, 'match' | 'chosen' | 'onChoose'> & {
  only: MaterialType | undefined
}

/** A checkbox for one slot, a choice among several, or the slot's name if there is nothing to decide. */
function SlotControl({
  match: { kind, file, candidates },
  only,
  chosen,
  onChoose,
}: SlotControlProps) {
  if (kind === 'mapped' || kind === 'older') return <strong>{only && materialTypes[only]}</strong>
  if (only) {
    return (
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={chosen !== null}
          onChange={(event) => onChoose(event.target.checked ? only : null)}
        />
        <strong>{materialTypes[only]}</strong>
        <VisuallyHidden> {file.name}</VisuallyHidden>
      </label>
    )
  }
  return (
    <SelectField
      className={styles.select}
      label={`Slot for ${isolated(file.name)}`}
      hideLabel
      value={chosen ?? ''}
      onChange={(value) => onChoose(candidates.find((slot) => slot === value) ?? null)}
      options={[
        { value: '', label: 'Don’t map' },
        ...candidates.map((slot) => ({ value: slot, label: materialTypes[slot] })),
      ]}
    />
  )
}
