import { isReadingAddress } from '@portal/domain/menu'
import { pageSkeletonLines } from '@portal/domain/frame-parts'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useLocation } from 'react-router-dom'
import { useHost } from '../host.ts'
import styles from './page-skeleton.module.css'

/** A page that is loading. If a paper will fill the page, the menu is already hidden. */
export function PageSkeleton() {
  const { composition } = useHost()
  const { pathname, search } = useLocation()
  if (!isReadingAddress(composition, pathname, search))
    return <Skeleton lines={pageSkeletonLines} />
  return (
    <div className={styles.reading} data-reading>
      <div className={styles.bar} />
      <div className={styles.sheet}>
        <Skeleton height="100%" label="Loading the paper" />
      </div>
    </div>
  )
}
