import type { Quarter } from '@portal/contract/quarter'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Clock } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { currentQuarter } from '../quarter-address.ts'
import styles from './materials-screen.module.css'

type PastQuarterBannerProps = { quarter: Quarter; timeZone: string }

export function PastQuarterBanner({ quarter, timeZone }: PastQuarterBannerProps) {
  return (
    <div className={styles.banner}>
      <Banner
        kind="warn"
        icon={<Clock aria-hidden />}
        action={
          <Link className={styles.back} to={meetingsPaths.quarter(currentQuarter(timeZone))}>
            Return to current quarter
          </Link>
        }
      >
        You are looking at a past quarter, Q{quarter.quarter} {quarter.year}.
      </Banner>
    </div>
  )
}
