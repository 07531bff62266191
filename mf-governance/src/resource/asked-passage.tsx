import { getQuestionPlace } from '@portal/contract/questions'
import { ofMeeting } from '@portal/contract/twins'
import { subjectOf } from '@portal/domain/note-subject'
import { addressOfDocument } from '@portal/domain/screen-addresses'
import type { Call } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { pendingPause } from '@portal/remote-kit/queries/notes'
import { queryOptions, useQuery } from '@portal/remote-kit/query'
import { Link, useLocation, useSearchParams } from '@portal/remote-kit/router'
import type { ShownNote } from '@portal/shared-ui/shown-notes'
import styles from './resource-reading.module.css'

type AskedPassage = {
  /** Where it is in the shown version, for the viewer. */
  passage?: ShownNote | undefined
  /** The version that it was asked about, if its words aren't in the shown one. */
  lostFrom?: number | undefined
}

/** The passage of a question that the address names. */
export function useAskedPassage(documentId: string, version: number | undefined): AskedPassage {
  const { call } = usePortal()
  const [search] = useSearchParams()
  const [meeting, id] = [search.get('meeting'), search.get('question')]
  const { data } = useQuery({
    ...passageQuery(call, { meeting: meeting ?? '', id: id ?? '' }),
    enabled: meeting !== null && id !== null,
  })
  // The place is one of the version that the portal shows, and another one can be open.
  if (data?.documentId !== documentId || data.version !== version) return {}
  return data
}

function passageQuery(call: Call, params: { meeting: string; id: string }) {
  return queryOptions({
    queryKey: ['governance', 'asked-passage', params.meeting, params.id],
    async queryFn({ signal }) {
      const found = await call(ofMeeting(getQuestionPlace), { params }, { signal })
      const { documentId, version, target, place, isPending = false } = found
      const note: Omit<ShownNote, 'place'> = {
        id: `question-${params.id}`,
        color: 'blue',
        text: '',
        subject: subjectOf(target),
      }
      return {
        documentId,
        version,
        isPending,
        lostFrom: place || isPending ? undefined : target.version,
        passage: place && {
          ...note,
          place: { ...place, isApproximate: place.how === 'approximate' },
        },
      }
    },
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isPending ? pendingPause(dataUpdateCount) : false,
  })
}

/** Shows that the words of the question aren't in the shown version, with the way to the one that has them. */
export function LostPassageNote({ documentId, from }: { documentId: string; from: number }) {
  const { state } = useLocation() as { state: unknown }
  return (
    <p className={styles.lost} role="status">
      The words that the question is about aren’t in this version.
      <Link to={addressOfDocument(documentId, { version: from })} replace state={state}>
        Open version {from}
      </Link>
    </p>
  )
}
