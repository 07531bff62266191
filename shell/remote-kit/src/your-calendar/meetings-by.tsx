import { chooseMeetingsBy, type MeetingsBy as Choice, type OwnFeed } from '@portal/contract/feeds'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { Segmented } from '@portal/shared-ui/segmented'
import { CalendarDays, Mail } from 'lucide-react'
import { Failure } from './failure.tsx'
import { ownFeedQuery } from './own-feed-query.ts'
import styles from './your-calendar.module.css'

const explanations: Record<Choice, string> = {
  invitations:
    'You get an e-mail for each meeting, and again when its time or place changes. Your calendar adds it; to say whether you come, use the buttons in the e-mail, or the portal. Your feed leaves these meetings out, so that none appears twice.',
  feed: 'New meetings appear in your calendar feed, without an e-mail. Meetings that you were invited to before stay as they are.',
}

/** Invitations by e-mail or the feed. */
export function MeetingsBy({ feed }: { feed: OwnFeed }) {
  const { call, person, toast } = usePortal()
  const client = useQueryClient()
  const choose = useMutation({
    mutationFn: (meetingsBy: Choice) => call(chooseMeetingsBy, { body: { meetingsBy } }),
    onSuccess: (saved) => {
      client.setQueryData(ownFeedQuery(call, person).queryKey, saved)
      toast('Your choice is saved.', { kind: 'good' })
    },
  })
  const chosen = choose.isPending ? choose.variables : feed.meetingsBy
  return (
    <section aria-labelledby="meetings-by" className={styles.section}>
      <h2 id="meetings-by">How meetings reach your calendar</h2>
      <Segmented<Choice>
        label="How meetings reach your calendar"
        value={chosen}
        onChange={(value) => choose.mutate(value)}
        options={[
          { value: 'invitations', label: 'Invitations by e-mail', icon: <Mail aria-hidden /> },
          { value: 'feed', label: 'Feed', icon: <CalendarDays aria-hidden /> },
        ]}
      />
      <p aria-live="polite">{explanations[chosen]}</p>
      <Failure error={choose.error} />
    </section>
  )
}
