import { usePortal } from '@portal/remote-kit/portal'
import { PageHeader } from '@portal/shared-ui/page-header'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { UserRound } from 'lucide-react'
import { Assistants } from './assistants.tsx'
import { OwnNotices } from './own-notices.tsx'
import { KeptReading } from './kept-reading.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SignIns } from './sign-ins.tsx'
import { YourData } from './your-data.tsx'
import styles from './account-screen.module.css'
import { dateTimeText, readerZone } from '@portal/domain/time-text'
import { openedSentence, setSentence } from './password-sentences.ts'
import passwordStyles from './sign-ins.module.css'

/** The reader's own account: who they are here, how they sign in, and where they are signed in. */
export function Component() {
  const { person } = usePortal()
  if (person.viewsAs) return <MembersAccount />
  // Nothing that guests and assistants read or note is kept, and QA accounts only read.
  const isMember = person.kind === undefined && !person.isQa
  return (
    <>
      <PageHeader title="Your Account" />
      <p className={styles.who}>
        {person.displayName && <b>{person.displayName}</b>}
        <span>{person.email}</span>
      </p>
      <div className={styles.parts}>
        <OwnPassword />
        <SecondFactor />
        <SignIns />
        {person.kind !== 'assistant' && !person.isQa && <OwnNotices />}
        {isMember && <Assistants />}
        {isMember && <KeptReading />}
        {!person.isQa && <YourData />}
      </div>
    </>
  )
}

/** Shown to an admin who views the portal as a member. */
function MembersAccount() {
  return (
    <>
      <PageHeader title="Your Account" />
      <EmptyState title="Each member sees their own account here" icon={<UserRound aria-hidden />}>
        <p>Their name, how they sign in, and where they’re signed in. Only they can see it.</p>
      </EmptyState>
    </>
  )
}

/** How an admin last set the reader's password; shown even after the reader has dismissed the notice. */
export function OwnPassword() {
  const { passwordSet } = usePortal().person
  if (!passwordSet) return null
  const { at, opened } = passwordSet
  return (
    <section aria-labelledby="own-password" className={passwordStyles.section}>
      <h2 id="own-password">Password</h2>
      <p className={passwordStyles.soft}>
        {setSentence(passwordSet, dateTimeText(at, readerZone()))}
      </p>
      {opened && (
        <p className={passwordStyles.soft}>
          {openedSentence(opened, dateTimeText(opened.at, readerZone()))}
        </p>
      )}
    </section>
  )
}
