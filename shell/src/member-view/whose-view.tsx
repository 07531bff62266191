import { getMeeting } from '@portal/contract/all-meetings'
import { listBodies } from '@portal/contract/bodies'
import { memberViewText, type ViewedAs } from '@portal/contract/member-view'
import { isQuarterly, meetingLabel, meetingOf } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { SelectField } from '@portal/shared-ui/field'
import { useQuery } from '@tanstack/react-query'

type Whose = Pick<ViewedAs, 'viewsAsMemberOf' | 'viewsAsGuestOf'>

/** Guests are shown no body. */
function useBodies({ viewsAsGuestOf }: Whose) {
  const { call } = usePortal()
  const { data } = useQuery({
    queryKey: ['member view', 'bodies'],
    queryFn: ({ signal }) => call(listBodies, {}, { signal }),
    enabled: viewsAsGuestOf === undefined,
  })
  return data?.bodies ?? []
}

/** What a meeting is called. Guests who aren't invited to it don't learn its title. */
function useMeetingName(id: string | undefined) {
  const { call } = usePortal()
  const ref = meetingOf(id ?? '')
  const { data } = useQuery({
    queryKey: ['member view', 'meeting', id],
    queryFn: ({ signal }) => call(getMeeting, { params: { meeting: id! } }, { signal }),
    enabled: ref !== undefined,
    retry: false,
  })
  if (!ref) return 'a meeting'
  return data || isQuarterly(ref) ? meetingLabel(ref, data) : 'this meeting'
}

/** Whose view it is, in words. */
export function useWhoseView(view: Whose) {
  const { viewsAsMemberOf: body, viewsAsGuestOf: meeting } = view
  const bodies = useBodies(view)
  const meetingName = useMeetingName(meeting)
  if (meeting !== undefined) {
    return {
      title: `a guest of ${meetingName}`,
      hint: 'You see what any of its guests is invited to.',
    }
  }
  if (body === undefined) return { title: 'a member' }
  const name = bodies.find(({ id }) => id === body)?.name ?? body
  return {
    title: `a member of ${name}`,
    hint: 'What is for voting members or named people stays hidden.',
  }
}

type WhoseViewProps = { view: Whose; onChange: (whose: Whose) => void }

/** Chooses whose view it is: never a real person's. */
export function WhoseView({ view, onChange }: WhoseViewProps) {
  const bodies = useBodies(view)
  const meeting = view.viewsAsGuestOf ?? meetingAt(location.pathname)
  const meetingName = useMeetingName(meeting)
  const choices = [
    { whose: {}, label: 'As any member' },
    ...bodies.map(({ id, name }) => ({
      whose: { viewsAsMemberOf: id },
      label: `As a member of ${name}`,
    })),
    ...(meeting === undefined
      ? []
      : [{ whose: { viewsAsGuestOf: meeting }, label: `As a guest of ${meetingName}` }]),
  ].map(({ whose, label }) => ({ whose, label, value: valueOf(whose) }))
  return (
    <SelectField
      label="Whose view"
      hideLabel
      value={valueOf(view)}
      options={choices}
      onChange={(chosen) => onChange(choices.find(({ value }) => value === chosen)!.whose)}
    />
  )
}

function valueOf({ viewsAsMemberOf, viewsAsGuestOf }: Whose): string {
  return memberViewText({ viewsAs: 'member', viewsAsMemberOf, viewsAsGuestOf })!
}

/** The meeting that a page is about, by its address. */
function meetingAt(pathname: string): string | undefined {
  const [, year, quarter, other] =
    /^\/meetings\/(?:(\d{4})\/q\/([1-4])|(\d{4}-\d{2}-\d{2}-[a-z\d-]+))(?:\/|$)/.exec(pathname) ??
    []
  return year === undefined ? other : `${year}-Q${quarter}`
}
