import { getOwnNotices, type NoticeChoices, saveOwnNotices } from '@portal/contract/notices'
import { clockText } from '@portal/domain/agenda-times'
import type { NoticeFrequency } from '@portal/domain/notice-times'
import { zoneName } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Segmented } from '@portal/shared-ui/segmented'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Switch } from '@portal/shared-ui/switch'
import { RequestFailure } from './request-failure.tsx'
import styles from './sign-ins.module.css'

const frequencies: { value: NoticeFrequency; label: string }[] = [
  { value: 'daily', label: 'Once a day' },
  { value: 'atOnce', label: 'At once' },
  { value: 'remindersOnly', label: 'Only reminders' },
]

const key = ['shell', 'own-notices']

/** How the reader wants to be written to about meetings. */
export function OwnNotices() {
  const { call } = usePortal()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getOwnNotices, {}, { signal }),
    refetchOnMount: 'always',
  })
  return (
    <section aria-labelledby="own-notices" className={styles.section}>
      <h2 id="own-notices">Notices</h2>
      <QueryPanel
        query={query}
        failure="Failed to load your choices"
        skeleton={<Skeleton lines={4} />}
      >
        {(own) =>
          own.choices ? (
            <>
              <p className={styles.soft}>
                {own.isOn
                  ? `The portal writes to ${own.address ?? 'you'} about your meetings.`
                  : 'The portal sends no mail at the moment. Your choices count once it does.'}{' '}
                Only you see and change this. A formal notice of a meeting always reaches you.
              </p>
              <Choices {...own} />
            </>
          ) : null
        }
      </QueryPanel>
    </section>
  )
}

type ChoicesProps = {
  choices: NoticeChoices
  dailyAt: string
  quiet: { from: string; to: string }
  reminderDays: number[]
}

function Choices({ choices: stored, dailyAt, quiet, reminderDays }: ChoicesProps) {
  const { call, config } = usePortal()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: NoticeChoices) => call(saveOwnNotices, { body }),
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
  const choices = save.isPending ? save.variables : stored
  const change = (changed: Partial<NoticeChoices>) => save.mutate({ ...choices, ...changed })
  const zone = zoneName(config.foundation.timeZone)
  const days = new Intl.ListFormat('en').format(
    reminderDays.map((count) => (count === 1 ? '1 day' : `${count} days`)),
  )
  const toggle = (name: 'papers' | 'meetings' | 'questions' | 'reminders', label: string) => (
    <Switch
      label={label}
      showLabel
      checked={choices[name]}
      onChange={(isOn) => change({ [name]: isOn })}
    />
  )
  const isNews = choices.frequency !== 'remindersOnly'
  return (
    <>
      <Segmented
        label="How often"
        value={choices.frequency}
        onChange={(frequency) => change({ frequency })}
        options={frequencies}
      />
      <p className={styles.soft}>
        {choices.frequency === 'daily' &&
          `One message a day at ${clockText(dailyAt)} ${zone}, if there is news.`}
        {choices.frequency === 'atOnce' &&
          `A quarter of an hour after something happens, but not from ${clockText(quiet.from)} to ${clockText(quiet.to)} ${zone}.`}
        {!isNews && 'News waits for the next reminder.'}
      </p>
      {toggle('papers', 'New papers, and papers that were replaced')}
      {toggle('meetings', 'Meetings that are called, changed or cancelled')}
      {toggle('questions', 'Answers to my questions')}
      {toggle('reminders', `Reminders ${days} before a meeting`)}
      <RequestFailure error={save.error} />
    </>
  )
}
