import { usePortal } from '@portal/remote-kit/portal'
import { PageHeader } from '@portal/shared-ui/page-header'
import { SecondFactor } from './second-factor.tsx'
import { SignIns } from './sign-ins.tsx'
import styles from './account-screen.module.css'

/** The reader's own account: who they are here, how they sign in, and where they are signed in. */
export function Component() {
  const { person } = usePortal()
  return (
    <>
      <PageHeader title="Your Account" />
      <p className={styles.who}>
        {person.displayName && <b>{person.displayName}</b>}
        <span>{person.email}</span>
      </p>
      <div className={styles.parts}>
        <SecondFactor />
        <SignIns />
      </div>
    </>
  )
}
