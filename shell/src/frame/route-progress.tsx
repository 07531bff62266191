import { useNavigation } from 'react-router-dom'
import styles from './route-progress.module.css'

/** The old page stays until the new one is ready; a wait of over 150 ms is shown. */
export function RouteProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div className={styles.bar} role="progressbar" aria-label="Loading the page" />
}
