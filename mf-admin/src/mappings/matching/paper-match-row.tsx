import type { BoardDocument } from '@portal/contract/documents'
import type { ProposedCorrection } from '@portal/contract/uploads'
import { isAdditional, type PaperMatch } from '@portal/domain/paper-match'
import { isolated } from '@portal/domain/shown-text'
import { materialName, type MaterialType } from '@portal/domain/slot-names'
import { Badge } from '@portal/shared-ui/badge'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { Check, CircleHelp, History, ListOrdered } from 'lucide-react'
import { memo, useState } from 'react'
import styles from './match-papers.module.css'
import { MatchChoice, MatchedPaper, type MembersWillSee } from './matched-paper.tsx'
import { isOpen, longestTitle } from './paper-proposals.ts'

type PaperMatchRowProps = {
  match: PaperMatch
  document: BoardDocument
  chosen: MaterialType | null
  /** What the chosen slot, or the proposed one, shows now. */
  replaces: string | undefined
  /** Decided before its slot. */
  proposed: ProposedCorrection | undefined
  seen: MembersWillSee | undefined
  onChoose: (id: string, slot: MaterialType | null) => void
  onTitle: (id: string, title: string) => void
}

/** A paper, the slot that it fits, why, and what it would replace. */
export const PaperMatchRow = memo(function PaperMatchRow(props: PaperMatchRowProps) {
  const { match, document, chosen, replaces, proposed, seen, onChoose, onTitle } = props
  const { file, kind, reason, candidates } = match
  const only = match.slot ?? (candidates.length === 1 ? candidates[0] : undefined)
  const [written, setWritten] = useState(match.title ?? '')
  return (
    <MatchedPaper
      {...{ document, reason, proposed }}
      replaces={isOpen(match) ? replaces : undefined}
      seen={chosen ? seen : undefined}
      head={
        <>
          {proposed ? (
            <strong>{only && materialName(only)}</strong>
          ) : (
            <SlotControl
              match={match}
              only={only}
              chosen={chosen}
              onChoose={(slot) => onChoose(file.id, slot)}
            />
          )}
          <KindBadge kind={kind} isNative={kind === 'mapped' && match.slot === undefined} />
        </>
      }
    >
      {chosen && isAdditional(chosen) && (
        <TextField
          className={styles.titled}
          label="Title that members see"
          maxLength={longestTitle}
          autoComplete="off"
          value={written}
          hint={written.trim() === '' ? `Without one, it is ${materialName(chosen)}.` : undefined}
          onChange={(to) => {
            setWritten(to)
            onTitle(file.id, to)
          }}
        />
      )}
    </MatchedPaper>
  )
})

function KindBadge({ kind, isNative }: { kind: PaperMatch['kind']; isNative: boolean }) {
  if (isNative) return <Badge icon={<ListOrdered />}>Not needed</Badge>
  if (kind === 'mapped') return <Badge icon={<Check />}>Already mapped</Badge>
  if (kind === 'older') return <Badge icon={<History />}>Older version</Badge>
  if (kind !== 'ambiguous') return null
  return (
    <Badge kind="warn" icon={<CircleHelp />}>
      Please check
    </Badge>
  )
}

type SlotControlProps = Pick<PaperMatchRowProps, 'match' | 'chosen'> & {
  only: MaterialType | undefined
  onChoose: (slot: MaterialType | null) => void
}

/** A checkbox for one slot, a choice among several, or the slot's name if there is nothing to decide. */
function SlotControl({
  match: { kind, file, candidates },
  only,
  chosen,
  onChoose,
}: SlotControlProps) {
  if (kind === 'mapped' || kind === 'older') return <strong>{only && materialName(only)}</strong>
  if (only) {
    return (
      <MatchChoice
        name={materialName(only)}
        of={file.name}
        checked={chosen !== null}
        onChange={(to) => onChoose(to ? only : null)}
      />
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
        ...candidates.map((slot) => ({ value: slot, label: materialName(slot) })),
      ]}
    />
  )
}
