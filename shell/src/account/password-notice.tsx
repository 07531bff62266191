import {
  dismissPasswordNotice,
  openOwnRecords,
  type PasswordSet,
} from '@portal/contract/password-set'
import { dateTimeText, readerZone } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ShieldAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { accountPath } from '../shell-paths.ts'
import { useHost } from '../host.ts'
import styles from './password-notice.module.css'
import { openedSentence, setSentence } from './password-sentences.ts'

/**
 * Shows that an admin has set the reader's password or changed their address, until they dismiss it; while their notes are closed, how to open
 * them. It is above papers, too, so the details are folded.
 */
export function PasswordNotice() {
  const { person } = usePortal()
  const { passwordSet } = person
  if (!passwordSet || passwordSet.isDismissed) return null
  const { kind, isNewAddress, at, closedUntil, opened } = passwordSet
  const isUnprotected = person.secondFactor?.isOn === false && kind === 'password'
  return (
    <Banner
      kind="warn"
      icon={<ShieldAlert aria-hidden="true" />}
      role="status"
      action={closedUntil === 'admin' ? undefined : <NoticeAction set={passwordSet} />}
    >
      {kind === 'password'
        ? 'Your password was set for you.'
        : isNewAddress
          ? 'Your address was changed.'
          : 'A link to set your password was made.'}{' '}
      {closedUntil && 'Your notes are closed.'}
      {opened && 'Your notes are open again.'}
      <details className={styles.details}>
        <summary>What happened, and what to do</summary>
        <p>{setSentence(passwordSet, dateTimeText(at, readerZone()))}</p>
        {isUnprotected && (
          <p>
            They know this password: <Link to={accountPath}>turn on two-step sign-in</Link>, so that
            it isn’t enough to sign in as you.
          </p>
        )}
        <Records set={passwordSet} />
        <p>If you didn’t ask for this, please tell your Board Liaison.</p>
      </details>
    </Banner>
  )
}

function Records({ set: { closedUntil, opened } }: { set: PasswordSet }) {
  if (closedUntil === 'secondFactor') {
    return <p>Your notes and what you have read are closed until you confirm that it’s you.</p>
  }
  if (closedUntil === 'admin') {
    return (
      <p>
        Your notes and what you have read are closed until another admin confirms in User Management
        that it’s you. Please ask one of them.
      </p>
    )
  }
  return opened && <p>{openedSentence(opened, dateTimeText(opened.at, readerZone()))}</p>
}

function NoticeAction({ set: { closedUntil } }: { set: PasswordSet }) {
  const { call, toast } = usePortal()
  const { refreshReader } = useHost()
  const act = useMutation({
    async mutationFn() {
      await call(closedUntil ? openOwnRecords : dismissPasswordNotice)
      await refreshReader()
    },
    onSuccess() {
      if (closedUntil) toast('Your notes are open again.', { kind: 'good' })
    },
    onError: (error) => toast(error.message, { kind: 'bad' }),
  })
  return (
    <Button busy={act.isPending} onClick={() => act.mutate()}>
      {closedUntil ? 'Open my notes' : 'Dismiss'}
    </Button>
  )
}
