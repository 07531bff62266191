import { Status } from '@portal/shared-ui/status'
import { useNavigation } from 'react-router-dom'
import styles from './route-progress.module.css'

/** The old page stays until the new one is ready; a wait of over 150 ms is shown, and a longer one announced. */
export function RouteProgress() {
  const { state } = useNavigation()
  const isLoading = state !== 'idle'
  return (
    <>
      <Status text={isLoading ? 'Loading the page' : ''} />
      {isLoading && <div className={styles.bar} role="progressbar" aria-label="Loading the page" />}
    </>
  )
}
