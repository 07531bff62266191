import type { CardMatch } from '@portal/domain/card-match'
import { counted } from '@portal/domain/counted'
import type { CardSlot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { useCorrections } from '../../shared/corrections/correction-queries.ts'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { useSaveMapping } from '../../shared/save-mapping.ts'
import { contentName } from '../readiness/readiness.ts'
import { cardProposals } from './card-proposals.ts'
import { MatchSection } from './match-section.tsx'
import styles from './match-papers.module.css'
import { MatchChoice, MatchedPaper } from './matched-paper.tsx'
import { useMapEach } from './use-map-each.ts'

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
  const save = useSaveMapping()
  const { map, busy, problems } = useMapEach('Mapped')
  const corrections = useCorrections()
  const isChosen = ({ file, card }: CardMatch) =>
    !corrections.has(file.id) && (choices[file.id] ?? contentName(mappings[card.id]) === undefined)
  const chosen = matches.filter(isChosen)
  const submit = async () => {
    const papers = chosen.map(({ file, card: { id } }) => {
      const saved = { id, change: { documentId: file.id }, revision: mappings[id]?.revision }
      return { name: file.name, id, of: 'the card', save: async () => save.mutateAsync(saved) }
    })
    await map(papers, mappings)
    setChoices({})
  }
  return (
    <MatchSection
      about="These papers are named after cards. What is checked is mapped; a paper that replaces another is only mapped if you check it."
      none="No other paper is named after a card."
      found={matches.length}
      chosen={chosen.length}
      verb="Map"
      {...{ busy, problems }}
      onSubmit={submit}
    >
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
    </MatchSection>
  )
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
