import { helpAddress } from '@portal/contract/frame'
import styles from './help-link.module.css'

/**
 * In the same place on every page: at the end of the side menu, the slide-over and the sign-in
 * page.
 */
export function HelpLink({ email }: { email: string }) {
  return (
    <p className={styles.help}>
      Need help? <a href={helpAddress(email)}>Contact your Board Liaison</a>
    </p>
  )
}
