import type { ListedMeeting } from '@portal/contract/all-meetings'
import { Banner } from '@portal/shared-ui/banner'
import { CalendarX, EyeOff } from 'lucide-react'
import styles from './meeting-banner.module.css'

type MeetingBannerProps = {
  meeting: { stage: ListedMeeting['stage'] | undefined; inPreparation?: boolean | undefined }
}

/** Says above a meeting's papers or agenda that it is cancelled, or hidden from members. Nothing for any other. */
export function MeetingBanner({ meeting: { stage, inPreparation } }: MeetingBannerProps) {
  return (
    <>
      {stage === 'cancelled' && (
        <div className={styles.banner}>
          <Banner kind="bad" icon={<CalendarX aria-hidden />}>
            <strong>This meeting is cancelled.</strong> Its agenda and papers are kept here.
          </Banner>
        </div>
      )}
      {inPreparation && (
        <div className={styles.banner}>
          <Banner kind="warn" icon={<EyeOff aria-hidden />}>
            <strong>In preparation.</strong> Members don’t see this meeting yet.
          </Banner>
        </div>
      )}
    </>
  )
}
