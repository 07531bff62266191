import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Clock } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import styles from './materials-screen.module.css'

type PastQuarterBannerProps = { quarter: Quarter; today: Quarter }

export function PastQuarterBanner({ quarter, today }: PastQuarterBannerProps) {
  return (
    <div className={styles.banner}>
      <Banner
        kind="warn"
        icon={<Clock aria-hidden />}
        action={<Link to={meetingsPaths.quarter(today)}>Return to current quarter</Link>}
      >
        You are looking at a past quarter, {quarterName(quarter)}.
      </Banner>
    </div>
  )
}
