import { dateTimeText, readerZone } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { openedSentence, setSentence } from './password-sentences.ts'
import styles from './sign-ins.module.css'

/** How an admin last set the reader's password, also after they have dismissed the notice. */
export function OwnPassword() {
  const { passwordSet } = usePortal().person
  if (!passwordSet) return null
  const { at, opened } = passwordSet
  return (
    <section aria-labelledby="own-password" className={styles.section}>
      <h2 id="own-password">Password</h2>
      <p className={styles.soft}>{setSentence(passwordSet, dateTimeText(at, readerZone()))}</p>
      {opened && (
        <p className={styles.soft}>
          {openedSentence(opened, dateTimeText(opened.at, readerZone()))}
        </p>
      )}
    </section>
  )
}
