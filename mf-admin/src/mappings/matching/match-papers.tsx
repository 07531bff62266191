import { counted } from '@portal/domain/counted'
import { type PaperOutcome, mapPapers, type PaperMapping } from '@portal/contract/meetings'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { isMaterialType, materialName, type MaterialType } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import {
  ListChecks,
  TriangleAlert,
  Check,
  CircleHelp,
  ExternalLink,
  History,
  Replace,
} from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import { MembersSee } from '../../quarters/members-see.tsx'
import { useCorrections } from '../../shared/corrections/correction-queries.ts'
import { errorMessage } from '../../shared/api-errors.ts'
import { type Mappings, useKeepMappings, publicationKey } from '../../shared/quarter-queries.ts'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { ownCardTest } from './card-proposals.ts'
import { CardPapersNotice } from './match-cards.tsx'
import styles from './match-papers.module.css'
import {
  chosenSlot,
  isOpen,
  paperMappings,
  paperProposals,
  sharedSlot,
  shownIn,
  type SlotChoices,
} from './paper-proposals.ts'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'

import { useChange } from '../../shared/queries.ts'
import type { ProposedCorrection } from '@portal/contract/uploads'
import { isAdditional, type PaperMatch } from '@portal/domain/paper-match'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { SelectField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { adminPaths } from '../../admin-paths.ts'
import { CorrectionProposal } from '../../shared/corrections/correction-proposal.tsx'

type MatchPapersProps = { quarter: Quarter; mappings: Mappings }

/** The papers that fit the quarter's slots by name and folder, mapped with one press. */
export const MatchPapers = memo(function MatchPapers({ quarter, mappings }: MatchPapersProps) {
  const { call, toast } = usePortal()
  const undoableToast = useUndoableToast()
  const { data: documents } = useQuery(documentsQuery(call))
  const map = useMapPapers(quarter)
  const endRights = useEndRights()
  const corrections = useCorrections()
  const [choices, setChoices] = useState<SlotChoices>({})
  const [problems, setProblems] = useState<string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const isSetAside = useIsSetAside()
  const matches = useMemo(() => {
    const isOwnCard = ownCardTest({ mappings, isSetAside })
    return documents && paperProposals(documents, quarter, { mappings, isSetAside, isOwnCard })
  }, [documents, quarter, mappings, isSetAside])
  if (!documents || !matches) return null
  const undecided = matches.filter(({ file }) => !corrections.has(file.id))
  const papers = paperMappings(undecided, choices, quarter, mappings)
  const nameOf = (id: string) => documents.find((document) => document.id === id)?.name ?? 'A paper'

  const submit = async () => {
    if (map.isPending) return
    const shared = sharedSlot(papers)
    if (shared) return setProblems([`More than one paper is chosen for ${shared}. Choose one.`])
    setProblems([])
    try {
      const { papers: outcomes } = await map.mutateAsync(papers)
      const mapped = outcomes.filter(({ outcome }) => outcome === 'mapped')
      const changes = mapped.flatMap(({ mapping }) =>
        mapping ? savedChange(mapping, mappings[mapping.id]) : [],
      )
      if (mapped.length > 0)
        undoableToast(`Mapped ${counted(mapped.length, 'paper')}`, changes, goodToast)
      setChoices({})
      setProblems(outcomes.flatMap((result) => problemOf(result, nameOf(result.documentId))))
      heading.current?.focus()
    } catch (error) {
      if (endRights(error)) return
      toast('Failed to map the papers', badToast)
      const reason = errorMessage(error) ?? 'Please try again.'
      setProblems([`The papers were not mapped. ${reason} Your choices are kept.`])
    }
  }

  return (
    <section className={styles.section} aria-labelledby="match-papers">
      <h2 id="match-papers" ref={heading} tabIndex={-1} className={styles.title}>
        Match papers
      </h2>
      {problems.length > 0 && (
        <Banner kind="warn" icon={<TriangleAlert />} role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Banner>
      )}
      {matches.some(isOpen) ? (
        <>
          <p>
            These papers fit slots of {quarterName(quarter)} by their names and folders. What is
            checked is mapped; a paper that replaces another is only mapped if you check it.
          </p>
          <ul className={styles.papers}>
            {matches.map((match) => {
              const chosen = chosenSlot(match, choices)
              const slot = chosen ?? match.slot
              return (
                <PaperMatchRow
                  key={match.file.id}
                  match={match}
                  proposed={isOpen(match) ? corrections.get(match.file.id) : undefined}
                  chosen={chosen}
                  replaces={slot && shownIn(slot, quarter, mappings)}
                  onChoose={(to) => setChoices((before) => ({ ...before, [match.file.id]: to }))}
                />
              )
            })}
          </ul>
          <MembersSee of={quarter} />
          <Button
            variant="primary"
            icon={<ListChecks />}
            busy={map.isPending}
            disabled={papers.length === 0}
            onClick={() => void submit()}
          >
            Map {counted(papers.length, 'paper')}
          </Button>
        </>
      ) : (
        <p className={styles.detail}>
          No other paper fits a slot of {quarterName(quarter)} by its name and folder.
        </p>
      )}
      <CardPapersNotice mappings={mappings} />
    </section>
  )
})

function problemOf({ outcome, materialType }: PaperOutcome, name: string): string[] {
  const slot = isMaterialType(materialType) ? materialName(materialType) : materialType
  if (outcome === 'gone')
    return [`“${isolated(name)}” was not mapped: it is no longer in the portal.`]
  if (outcome === 'mapped') return []
  return [
    `“${isolated(name)}” was not mapped: someone else changed ${slot} meanwhile. Look at what it shows now, and choose again.`,
  ]
}

/** Maps papers to a quarter's slots; returns what happened to each. */
function useMapPapers({ year, quarter }: Quarter) {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return useChange(
    (send, papers: PaperMapping[]) =>
      send(mapPapers, { params: { year, quarter }, body: { papers } }),
    {
      supersedes: mappingsKey,
      onSuccess: ({ papers }) => {
        keep(...papers.flatMap(({ mapping }) => mapping ?? []))
        if (papers.some(({ outcome }) => outcome === 'gone')) {
          void client.invalidateQueries({ queryKey: documentsQuery(call).queryKey })
        }
      },
      stale: [publicationKey],
      staleShared: [mappingsKey],
    },
  )
}

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
function PaperMatchRow(props: PaperMatchRowProps) {
  const { match, chosen, replaces, proposed, onChoose } = props
  const { file, kind, title, reason, candidates } = match
  const slot = chosen ?? match.slot ?? candidates[0]
  const only = match.slot ?? (candidates.length === 1 ? candidates[0] : undefined)
  return (
    <Card as="li" className={styles.paper}>
      <div className={styles.head}>
        {proposed ? (
          <strong>{only && materialName(only)}</strong>
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
  if (kind === 'mapped' || kind === 'older') return <strong>{only && materialName(only)}</strong>
  if (only) {
    return (
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={chosen !== null}
          onChange={(event) => onChoose(event.target.checked ? only : null)}
        />
        <strong>{materialName(only)}</strong>
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
        ...candidates.map((slot) => ({ value: slot, label: materialName(slot) })),
      ]}
    />
  )
}
