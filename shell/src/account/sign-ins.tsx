import type { SignIn } from '@portal/contract/sign-ins'
import { dateTimeText, readerZone } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useHost } from '../host.ts'
import { RequestFailure } from './request-failure.tsx'
import { signInsQuery, useEndAllSignIns, useEndSignIn } from './sign-in-queries.ts'
import styles from './sign-ins.module.css'

/** Lists where the reader is signed in, so that they can sign out a device they don't recognize. */
export function SignIns() {
  const { call } = usePortal()
  const signIns = useQuery(signInsQuery(call))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="sign-ins" className={styles.section}>
      <h2 id="sign-ins" tabIndex={-1} ref={heading}>
        Where you’re signed in
      </h2>
      <p className={styles.soft}>
        If you don’t recognize a device, sign it out and tell your Board Liaison. Only you can see
        this list.
      </p>
      <QueryStatus
        query={signIns}
        loading="Loading your sign-ins"
        loaded={({ length }) => (length === 1 ? 'One sign-in' : `${length} sign-ins`)}
      />
      <QueryPanel
        query={signIns}
        failure="Failed to load your sign-ins"
        skeleton={<Skeleton lines={3} />}
      >
        {(listed) => (
          <ul className={styles.list}>
            {listed.map((signIn) => (
              <Device
                key={signIn.id}
                signIn={signIn}
                // The button that had the focus is gone with its device.
                onEnded={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
      </QueryPanel>
      <SignOutEverywhere />
    </section>
  )
}

function Device({ signIn, onEnded }: { signIn: SignIn; onEnded: () => void }) {
  const { device, location, startedAt, lastUsedAt, isCurrent } = signIn
  const { toast } = usePortal()
  const end = useEndSignIn()
  const zone = readerZone()
  const endIt = () =>
    end.mutate(signIn.id, {
      onSuccess: () => {
        toast(`${device} is signed out.`, { kind: 'good' })
        onEnded()
      },
    })
  return (
    <Card as="li" className={styles.device}>
      <MonitorSmartphone className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>
          <b>{device}</b> {isCurrent && <Badge kind="accent">This device</Badge>}
        </p>
        <p className={styles.soft}>
          {isCurrent ? 'In use now' : `Last used ${dateTimeText(lastUsedAt, zone)}`}
          {location !== undefined && ` · near ${location}`}
        </p>
        <p className={styles.soft}>Signed in {dateTimeText(startedAt, zone)}</p>
        <RequestFailure error={end.error} />
      </div>
      {!isCurrent && (
        <Button icon={<LogOut />} busy={end.isPending} onClick={endIt}>
          Sign out
          <VisuallyHidden> of {device}</VisuallyHidden>
        </Button>
      )}
    </Card>
  )
}

function SignOutEverywhere() {
  const { signOut } = useHost()
  const endAll = useEndAllSignIns()
  const [isConfirming, setIsConfirming] = useState(false)
  const confirm = () => {
    // The dialog shows why it failed.
    signOut(() => endAll.mutateAsync()).catch(() => undefined)
  }
  return (
    <>
      <Button icon={<LogOut />} onClick={() => setIsConfirming(true)} className={styles.everywhere}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Sign out everywhere?"
        verb="Sign out everywhere"
        busy={endAll.isPending}
        onConfirm={confirm}
        onCancel={() => {
          endAll.reset()
          setIsConfirming(false)
        }}
      >
        <RequestFailure error={endAll.error} />
        <p>
          All your devices are signed out at once, this one too. You can sign in again right away.
        </p>
      </ConfirmDialog>
    </>
  )
}
