import { type AudiencePreview, previewAudience } from '@portal/contract/item-audiences'
import { counted } from '@portal/domain/counted'
import type { Audience } from '@portal/domain/may-read'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { callOf } from '../meeting-call.ts'
import { peopleOf } from './item-audience.ts'
import styles from './audience.module.css'

/** What an audience is of: an item, without an id if it is new, or the place of a paper by its type. */
export type AudienceSubject = { item: string | undefined } | { place: string }

/** Who could read something with this audience, by the API's own rule. */
export function useAudiencePreview(
  meeting: MeetingRef,
  subject: AudienceSubject,
  audience: Audience,
): UseQueryResult<AudiencePreview> {
  const { call } = usePortal()
  const { named, except } = peopleOf(audience)
  return useQuery({
    queryKey: ['admin', 'audience', meetingId(meeting), subject, audience],
    queryFn: ({ signal }) => {
      const sent = { who: audience.who, named: [...named], except: [...except] }
      const of = Object.entries(subject).filter(([, id]) => id !== undefined)
      const body = { audience: sent, ...Object.fromEntries(of) }
      return callOf(call, previewAudience, meeting, { body }, { signal })
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

type AudienceReadersProps = { preview: UseQueryResult<AudiencePreview> }

/** Exactly who can read the item, and for whom that changes. */
export function AudienceReaders({ preview }: AudienceReadersProps) {
  const { data, error, isFetching, refetch } = preview
  return (
    <section className={styles.readers} aria-label="Who will be able to read it">
      {error ? (
        <ErrorPanel
          sentence="Who can read it could not be found out."
          requestId={isApiError(error) ? error.requestId : undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <div role="status" className={styles.people}>
          {data.readers.count === 0 && <p>Nobody will be able to read it.</p>}
          <Group
            title={`${counted(data.readers.count, 'person', 'people')} will be able to read it`}
            of={data.readers}
          />
          <Group title="They couldn’t before" of={data.gains} />
          <Group title="They won’t be able to any more" of={data.loses} />
        </div>
      ) : (
        <Skeleton lines={3} label="Loading who can read it" />
      )}
    </section>
  )
}

type GroupProps = { title: string; of: AudiencePreview['readers'] }

function Group({ title, of: { count, names } }: GroupProps) {
  if (count === 0) return null
  const more = count - names.length
  return (
    <p>
      <strong>{title}:</strong> {names.join(', ')}
      {more > 0 && ` and ${more} more`}.
    </p>
  )
}
