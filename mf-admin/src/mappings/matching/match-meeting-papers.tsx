import type { OtherMeeting } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { latestMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { useLocation } from '@portal/remote-kit/router'
import { useMemo, useState } from 'react'
import { useComingMeetings } from '../../meetings/coming-meetings.ts'
import { usePublication } from '../../quarters/publication-queries.ts'
import { useCorrections, useSettle } from '../../shared/corrections/correction-queries.ts'
import { papersToMatch } from '../../shared/papers-to-match.ts'
import { usePlacePaper } from '../../shared/place-paper.ts'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useSaveMapping } from '../../shared/save-mapping.ts'
import { MatchSection } from './match-section.tsx'
import { MatchChoice, MatchedPaper } from './matched-paper.tsx'
import { type ListProposal, listProposals } from './meeting-proposals.ts'
import { useMapEach } from './use-map-each.ts'

type MatchMeetingPapersProps = { meeting: OtherMeeting; mappings: Mappings }

/** The papers that belong to a meeting by their names and folders, added with one press; nothing if there were none. */
export function MatchMeetingPapers({ meeting, mappings }: MatchMeetingPapersProps) {
  const { call } = usePortal()
  const { data: documents } = useQuery(documentsQuery(call))
  const { data: publication } = usePublication(meeting)
  const { data: elsewhere } = useQuery(latestMappingsQuery(call))
  const coming = useComingMeetings()
  const { state } = useLocation()
  const [choices, setChoices] = useState<Record<string, boolean>>({})
  const corrections = useCorrections()
  const { map, busy, problems } = useMapEach('Added')
  const place = usePlacePaper(meeting)
  const save = useSaveMapping()
  const settle = useSettle()
  const byId = useMemo(() => new Map(documents?.map((each) => [each.id, each])), [documents])
  const proposals = useMemo(
    () =>
      // A paper of another meeting isn't chosen, so nothing is offered before these are known.
      listProposals(elsewhere ? (documents ?? []) : [], meeting, {
        mappings,
        coming,
        sent: papersToMatch(state),
        elsewhere: elsewhere ?? {},
      }),
    [documents, meeting, mappings, coming, state, elsewhere],
  )
  const isChosen = ({ file, isChosen: first }: ListProposal) =>
    !corrections.has(file.id) && (choices[file.id] ?? first)
  const chosen = proposals.filter(isChosen)

  const saveOne = async ({ file, title, place: id }: ListProposal) => {
    const change = { documentId: file.id }
    const saved =
      id === undefined
        ? (await place(meeting, file.id, title)).saved
        : await save.mutateAsync({ id, change, revision: mappings[id]?.revision })
    settle(file.id, 'Added to the meeting')
    return saved
  }
  const submit = async () => {
    const papers = chosen.map((proposal) => {
      const { file, place: id } = proposal
      return { name: file.name, id, of: 'its place', save: () => saveOne(proposal) }
    })
    await map(papers, mappings)
    setChoices({})
  }
  const seen = publication?.state === 'published' ? 'seen' : 'inPreparation'
  return (
    <MatchSection
      about="These papers belong to this meeting by their names and folders. What is checked is added; a paper that replaces another is only added if you check it."
      none="No other paper belongs to this meeting by its name and folder."
      found={proposals.length}
      chosen={chosen.length}
      verb="Add"
      {...{ busy, problems }}
      onSubmit={submit}
    >
      {proposals.map((proposal) => {
        const { file, title, replaces, reason } = proposal
        const proposed = corrections.get(file.id)
        return (
          <MatchedPaper
            key={file.id}
            document={byId.get(file.id)!}
            {...{ reason, proposed, replaces }}
            seen={publication && isChosen(proposal) ? seen : undefined}
            head={
              proposed ? (
                <strong>{title}</strong>
              ) : (
                <MatchChoice
                  name={title}
                  of={file.name}
                  checked={isChosen(proposal)}
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
