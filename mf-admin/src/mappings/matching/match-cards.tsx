import type { ResourceMapping } from '@portal/contract/mappings'
import type { CardMatch } from '@portal/domain/card-match'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import type { CardSlot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { ListChecks } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { adminPaths, matchPapersId } from '../../admin-paths.ts'
import { useCorrections } from '../../shared/corrections/correction-queries.ts'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useEndRights, useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { mappingSaveFailure, useReloadMapping } from '../mapping-queries.ts'
import { useSaveMapping } from '../../shared/save-mapping.ts'
import { goodToast } from '../mappings-sentences.ts'
import { contentName } from '../readiness/readiness.ts'
import { cardProposals } from './card-proposals.ts'
import { MatchHeading } from './match-heading.tsx'
import styles from './match-papers.module.css'
import { MatchChoice, MatchedPaper } from './matched-paper.tsx'

/** The papers that are named after cards of a kind. */
function useCardProposals(kind: CardSlot['kind'], mappings: Mappings) {
  const { call } = usePortal()
  const { data: documents } = useQuery(documentsQuery(call))
  const isSetAside = useIsSetAside()
  return useMemo(
    () => ({
      matches: documents ? cardProposals(documents, kind, { mappings, isSetAside }) : [],
      byId: new Map(documents?.map((document) => [document.id, document])),
    }),
    [documents, kind, mappings, isSetAside],
  )
}

type MatchCardsProps = { kind: CardSlot['kind']; mappings: Mappings }

/** The papers that are named after cards, mapped with one press; nothing if there were none. */
export function MatchCards({ kind, mappings }: MatchCardsProps) {
  const { matches, byId } = useCardProposals(kind, mappings)
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
    <section className={styles.section} aria-labelledby={matchPapersId}>
      <MatchHeading ref={heading} />
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
            {matches.map((match) => {
              const { file, card, reason } = match
              const proposed = corrections.get(file.id)
              const isActive = mappings[card.id]?.active ?? true
              return (
                <MatchedPaper
                  key={file.id}
                  document={byId.get(file.id)!}
                  {...{ reason, proposed }}
                  replaces={contentName(mappings[card.id])}
                  seen={isChosen(match) ? (isActive ? 'seen' : 'inactive') : undefined}
                  head={
                    proposed ? (
                      <strong>{card.name}</strong>
                    ) : (
                      <MatchChoice
                        name={card.name}
                        of={file.name}
                        checked={isChosen(match)}
                        onChange={(to) => setChoices((before) => ({ ...before, [file.id]: to }))}
                      />
                    )
                  }
                />
              )
            })}
          </ul>
          <div className={styles.act}>
            <Button
              variant="primary"
              icon={<ListChecks />}
              busy={mapping.busy}
              disabled={chosen.length === 0}
              onClick={() => void submit()}
            >
              Map {counted(chosen.length, 'paper')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Maps papers to cards one after the other, and says which were not mapped. */
function useMapCards() {
  const undoableToast = useUndoableToast()
  const endRights = useEndRights()
  const reload = useReloadMapping()
  const save = useSaveMapping()
  const otherAdmin = useOtherAdmin()
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
          failure.kind === 'stale'
            ? `${otherAdmin(failure.by)} changed the card meanwhile.`
            : failure.sentence
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
      <TabLink count={policies.matches.length} kind="governance" of="a policy" />
      <TabLink
        count={resources.matches.length}
        kind="communications"
        of="a communications resource"
      />
    </>
  )
}

type TabLinkProps = { count: number; kind: CardSlot['kind']; of: string }

function TabLink({ count, kind, of }: TabLinkProps) {
  if (count === 0) return null
  return (
    <p className={styles.detail}>
      {counted(count, 'paper')} {count === 1 ? 'has' : 'have'} the name of {of}.{' '}
      <Link to={adminPaths.match(kind)} className={buttonStyle('secondary')}>
        <ListChecks /> Match {count === 1 ? 'it' : 'them'} on its tab
      </Link>
    </p>
  )
}
