import type { ResourceMapping } from '@portal/contract/mappings'
import type { ProposedCorrection } from '@portal/contract/uploads'
import type { CardMatch } from '@portal/domain/card-match'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import type { CardSlot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ExternalLink, ListChecks, Replace } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { CorrectionProposal } from '../../shared/corrections/correction-proposal.tsx'
import { useCorrections } from '../../shared/corrections/correction-queries.ts'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { mappingSaveFailure, useReloadMapping, useSaveMapping } from '../mapping-queries.ts'
import { goodToast } from '../mappings-sentences.ts'
import { contentName } from '../readiness/readiness.ts'
import { cardProposals } from './card-proposals.ts'
import styles from './match-papers.module.css'

/** The papers that are named after cards of a kind. */
function useCardProposals(kind: CardSlot['kind'], mappings: Mappings): CardMatch[] {
  const { call } = usePortal()
  const { data: documents } = useQuery(documentsQuery(call))
  const isSetAside = useIsSetAside()
  return useMemo(
    () => (documents ? cardProposals(documents, kind, { mappings, isSetAside }) : []),
    [documents, kind, mappings, isSetAside],
  )
}

type MatchCardsProps = { kind: CardSlot['kind']; mappings: Mappings }

/** The papers that are named after cards, mapped with one press; nothing if there were none. */
export function MatchCards({ kind, mappings }: MatchCardsProps) {
  const matches = useCardProposals(kind, mappings)
  const [choices, setChoices] = useState<Record<string, boolean>>({})
  const heading = useRef<HTMLHeadingElement>(null)
  const mapping = useMapCards()
  const corrections = useCorrections()
  const isChosen = ({ file, card }: CardMatch) =>
    !corrections.has(file.id) && (choices[file.id] ?? contentName(mappings[card.id]) === undefined)
  const chosen = matches.filter(isChosen)
  // The heading keeps the focus after the last one.
  const [wasUsed, setWasUsed] = useState(false)
  if (matches.length === 0 && !wasUsed) return null
  const submit = async () => {
    setWasUsed(true)
    await mapping.map(chosen, mappings)
    setChoices({})
    heading.current?.focus()
  }
  return (
    <section className={styles.section} aria-labelledby="match-cards">
      <h2 id="match-cards" ref={heading} tabIndex={-1} className={styles.title}>
        Match papers
      </h2>
      <RefusalBanner sentence={mapping.problems.join(' ') || undefined} />
      {matches.length === 0 ? (
        <p className={styles.detail}>No other paper is named after a card.</p>
      ) : (
        <>
          <p>
            These papers are named after cards. What is checked is mapped; a paper that replaces
            another is only mapped if you check it.
          </p>
          <ul className={styles.papers}>
            {matches.map((match) => (
              <CardMatchRow
                key={match.file.id}
                match={match}
                proposed={corrections.get(match.file.id)}
                isChosen={isChosen(match)}
                replaces={contentName(mappings[match.card.id])}
                onChoose={(to) => setChoices((before) => ({ ...before, [match.file.id]: to }))}
              />
            ))}
          </ul>
          <Button
            variant="primary"
            icon={<ListChecks />}
            busy={mapping.busy}
            disabled={chosen.length === 0}
            onClick={() => void submit()}
          >
            Map {counted(chosen.length, 'paper')}
          </Button>
        </>
      )}
    </section>
  )
}

type CardMatchRowProps = {
  match: CardMatch
  /** Decided before its card. */
  proposed: ProposedCorrection | undefined
  isChosen: boolean
  replaces: string | undefined
  onChoose: (to: boolean) => void
}

function CardMatchRow(props: CardMatchRowProps) {
  const { match, proposed, isChosen, replaces, onChoose } = props
  const { file, card, reason } = match
  return (
    <Card as="li" className={styles.paper}>
      <div className={styles.head}>
        {proposed ? (
          <strong>{card.name}</strong>
        ) : (
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={(event) => onChoose(event.target.checked)}
            />
            <strong>{card.name}</strong>
            <VisuallyHidden> {file.name}</VisuallyHidden>
          </label>
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
      {proposed && <CorrectionProposal name={file.name} proposed={proposed} />}
      {!proposed && replaces !== undefined && (
        <p className={styles.replaces}>
          <Replace /> Replaces: {isolated(replaces)}
        </p>
      )}
    </Card>
  )
}

/** Maps papers to cards one after the other, and says which were not mapped. */
function useMapCards() {
  const undoableToast = useUndoableToast()
  const endRights = useEndRights()
  const reload = useReloadMapping()
  const save = useSaveMapping()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const map = async (matches: readonly CardMatch[], mappings: Mappings) => {
    if (busy) return
    setBusy(true)
    setProblems([])
    const saved: ResourceMapping[] = []
    for (const { file, card } of matches) {
      try {
        const change = { documentId: file.id }
        const { revision } = mappings[card.id] ?? {}
        saved.push(await save.mutateAsync({ id: card.id, change, revision }))
      } catch (error) {
        if (endRights(error)) break
        const failure = mappingSaveFailure(error, 'Please try again.')
        // The save refetches the mappings too, so a failure here loses nothing.
        if (failure.kind === 'stale') await reload(card.id, failure.theirs).catch(() => undefined)
        const why =
          failure.kind === 'stale' ? 'Someone else changed the card meanwhile.' : failure.sentence
        setProblems((before) => [...before, `“${isolated(file.name)}” was not mapped. ${why}`])
      }
    }
    setBusy(false)
    if (saved.length === 0) return
    const changes = saved.flatMap((mapping) => savedChange(mapping, mappings[mapping.id]))
    undoableToast(`Mapped ${counted(saved.length, 'paper')}`, changes, goodToast)
  }
  return { map, busy, problems }
}

/** On the meetings' tab: that papers are named after cards, and where they are mapped. */
export function CardPapersNotice({ mappings }: { mappings: Mappings }) {
  const policies = useCardProposals('governance', mappings)
  const resources = useCardProposals('communications', mappings)
  return (
    <>
      <TabLink count={policies.length} kind="governance" of="a policy" />
      <TabLink count={resources.length} kind="communications" of="a communications resource" />
    </>
  )
}

type TabLinkProps = { count: number; kind: CardSlot['kind']; of: string }

function TabLink({ count, kind, of }: TabLinkProps) {
  if (count === 0) return null
  return (
    <p className={styles.detail}>
      {counted(count, 'paper')} {count === 1 ? 'has' : 'have'} the name of {of}.{' '}
      <Link to={adminPaths.cards(kind)} className={buttonStyle('secondary')}>
        <ListChecks /> Match {count === 1 ? 'it' : 'them'} on its tab
      </Link>
    </p>
  )
}
