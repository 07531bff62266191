import type { PaperOutcome } from '@portal/contract/meetings'
import { counted } from '@portal/domain/counted'
import { meetingOfPaper } from '@portal/domain/meeting-match'
import type { PaperFile, PaperMatch } from '@portal/domain/paper-match'
import { compareQuarters, type Quarter, quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { isMaterialType, materialName, type MaterialType } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ListChecks, TriangleAlert } from 'lucide-react'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { matchPapersId } from '../../admin-paths.ts'
import { useComingMeetings } from '../../meetings/coming-meetings.ts'
import { usePublication } from '../../quarters/publication-queries.ts'
import { errorMessage } from '../../shared/api-errors.ts'
import { useCorrections } from '../../shared/corrections/correction-queries.ts'
import { agendasQuery, type Mappings } from '../../shared/quarter-queries.ts'
import { useEndRights, useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { useMapPapers } from '../../shared/use-map-papers.ts'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { ownCardTest } from './card-proposals.ts'
import { CardPapersNotice } from './match-cards.tsx'
import { MatchHeading } from './match-heading.tsx'
import styles from './match-papers.module.css'
import { type MembersWillSee, useNamedFile } from './matched-paper.tsx'
import { PaperMatchRow } from './paper-match-row.tsx'
import {
  chosenSlot,
  hasContent,
  isOpen,
  isSlotActive,
  longestTitle,
  paperMappings,
  paperProposals,
  type PaperTitles,
  sharedSlot,
  shownIn,
  type SlotChoices,
} from './paper-proposals.ts'

type MatchPapersProps = { quarter: Quarter; mappings: Mappings }

/** The papers that fit the quarter's slots by name and folder, mapped with one press. */
export const MatchPapers = memo(function MatchPapers({ quarter, mappings }: MatchPapersProps) {
  const { call, toast } = usePortal()
  const undoableToast = useUndoableToast()
  const { data: documents } = useQuery(documentsQuery(call))
  const map = useMapPapers(quarter)
  const endRights = useEndRights()
  const otherAdmin = useOtherAdmin()
  const corrections = useCorrections()
  const [choices, setChoices] = useState<SlotChoices>({})
  // Not state: a typed letter draws its own row alone.
  const titles = useRef<PaperTitles>({})
  const [problems, setProblems] = useState<string[]>([])
  const choose = useCallback(
    (id: string, slot: MaterialType | null) => setChoices((before) => ({ ...before, [id]: slot })),
    [],
  )
  const entitle = useCallback(
    (id: string, title: string) => void (titles.current = { ...titles.current, [id]: title }),
    [],
  )
  const { data: publication } = usePublication(quarter)
  const { data: agendas } = useQuery(agendasQuery(call))
  const heading = useRef<HTMLHeadingElement>(null)
  const isSetAside = useIsSetAside()
  const coming = useComingMeetings()
  const named = useNamedFile()
  const matches = useMemo(() => {
    const isOwnCard = ownCardTest({ mappings, isSetAside })
    const isOtherMeeting = (file: PaperFile) => meetingOfPaper(file, coming)?.isSure === true
    const known = { mappings, isSetAside, isOwnCard, isOtherMeeting, named }
    return documents && paperProposals(documents, quarter, known)
  }, [documents, quarter, mappings, isSetAside, coming, named])
  const byId = useMemo(() => new Map(documents?.map((each) => [each.id, each])), [documents])
  if (!documents || !matches) return null
  const seenIn = (slot: MaterialType): MembersWillSee | undefined => {
    if (!publication || !agendas) return undefined
    // A quarter that has nothing yet starts in preparation with its first paper.
    const hasAgenda = agendas.some((agenda) => compareQuarters(agenda, quarter) === 0)
    const starts =
      publication.revision === undefined && !hasAgenda && !hasContent(quarter, mappings)
    if (publication.state === 'preparation' || starts) return 'unpublished'
    return isSlotActive(slot, quarter, mappings) ? 'seen' : 'inactive'
  }
  const undecided = matches.filter(({ file }) => !corrections.has(file.id))
  const chosenPapers = (written: PaperTitles) =>
    paperMappings(undecided, { choices, titles: written, quarter, mappings })
  const count = chosenPapers({}).length
  const nameOf = (id: string) => byId.get(id)?.name ?? 'A paper'

  const submit = async () => {
    if (map.isPending) return
    const papers = chosenPapers(titles.current)
    if (papers.some(({ title = '' }) => title.length > longestTitle)) {
      return setProblems(['A title is too long. It is marked at its paper.'])
    }
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
      const isMapped = new Set(mapped.map(({ documentId }) => documentId))
      titles.current = Object.fromEntries(
        Object.entries(titles.current).filter(([id]) => !isMapped.has(id)),
      )
      setProblems(
        outcomes.flatMap((result) =>
          problemOf(result, nameOf(result.documentId), otherAdmin(result.by)),
        ),
      )
      heading.current?.focus()
    } catch (error) {
      if (endRights(error)) return
      toast('Failed to map the papers', badToast)
      const reason = errorMessage(error) ?? 'Please try again.'
      setProblems([`The papers were not mapped. ${reason} Your choices are kept.`])
    }
  }

  const settled = matches.filter((match) => !isOpen(match))
  const rowOf = (match: PaperMatch) => {
    const { id } = match.file
    const chosen = chosenSlot(match, choices)
    const slot = chosen ?? match.slot
    return (
      <PaperMatchRow
        key={id}
        match={match}
        document={byId.get(id)!}
        proposed={isOpen(match) ? corrections.get(id) : undefined}
        chosen={chosen}
        replaces={slot && shownIn(slot, quarter, mappings)}
        seen={chosen ? seenIn(chosen) : undefined}
        onChoose={choose}
        onTitle={entitle}
      />
    )
  }
  return (
    <section className={styles.section} aria-labelledby={matchPapersId}>
      <MatchHeading ref={heading} />
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
          <ul className={styles.papers}>{matches.filter(isOpen).map(rowOf)}</ul>
          {settled.length > 0 && (
            <details className={styles.settled}>
              <summary className={styles.summary}>
                Nothing to do for {counted(settled.length, 'paper')}
              </summary>
              <ul className={styles.papers}>{settled.map(rowOf)}</ul>
            </details>
          )}
          <div className={styles.act}>
            <Button
              variant="primary"
              icon={<ListChecks />}
              busy={map.isPending}
              disabled={count === 0}
              onClick={() => void submit()}
            >
              Map {counted(count, 'paper')}
            </Button>
          </div>
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

function problemOf({ outcome, materialType }: PaperOutcome, name: string, who: string): string[] {
  const slot = isMaterialType(materialType) ? materialName(materialType) : materialType
  if (outcome === 'gone')
    return [`“${isolated(name)}” was not mapped: it is no longer in the portal.`]
  if (outcome === 'mapped') return []
  return [
    `“${isolated(name)}” was not mapped. ${who} changed ${slot} meanwhile. Look at what it shows now, and choose again.`,
  ]
}
