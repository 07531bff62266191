import { readerZone } from '@portal/domain/time-text'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import styles from './upcoming-meeting.module.css'

const blank = '\u00A0'
/** Texts of typical length, so that they wrap like the meeting's own. */
const usual = {
  title: 'Q4 2026 Board Meeting',
  time: 'Thursday, 10:00 AM – 12:00 PM PT',
  yours: '(10:00 AM – 12:00 PM your time)',
  place: 'Foundation House, Boardroom, and by video',
}

/**
 * As high as a meeting with a time, a place and both links, so that nothing below moves when it
 * loads.
 */
export function MeetingSkeleton({ timeZone }: { timeZone: string }) {
  const time = readerZone() === timeZone ? usual.time : `${usual.time} ${usual.yours}`
  return (
    <div className={styles.place}>
      <Card className={`${styles.hero} ${styles.awaited}`}>
        <div className={styles.date} aria-hidden>
          <span className={styles.month}>{blank}</span>
          <span className={styles.day}>{blank}</span>
          <span className={styles.daysToGo}>{blank}</span>
        </div>
        <div className={styles.what} aria-hidden>
          <p className={styles.eyebrow}>{blank}</p>
          <p className={styles.title}>{usual.title}</p>
          {[time, usual.place].map((text) => (
            <p className={styles.line} key={text}>
              <span className={styles.icon} />
              <span>{text}</span>
            </p>
          ))}
        </div>
        <div className={styles.ways} aria-hidden>
          <span className={buttonStyle('primary')}>{blank}</span>
          <span className={buttonStyle('secondary')}>{blank}</span>
        </div>
        <Skeleton lines={4} label="Loading the upcoming meeting" />
      </Card>
    </div>
  )
}
