import { Skeleton } from '@portal/shared-ui/skeleton'
import styles from './directory-screen.module.css'

/** The shape of the cards while they load. */
export function PeopleSkeleton() {
  return (
    <div className={styles.people}>
      <Skeleton height="12rem" label="Loading the directory" />
      <Skeleton height="12rem" label="" />
      <Skeleton height="12rem" label="" />
    </div>
  )
}
