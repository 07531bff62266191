import { isolated } from '@portal/domain/shown-text'
import type { Reply } from '@portal/contract/endpoint'
import type { getUserAccess, User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CircleAlert, KeyRound, LogOut, ShieldOff, UserX } from 'lucide-react'
import { useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { useAct } from '../shared/use-act.ts'
import styles from './user-dialogs.module.css'
import {
  useEndUserSignIns,
  useRemoveAccess,
  useResetSecondFactor,
  userAccessQuery,
} from './user-queries.ts'
import { userMessageTime, userErrorMessage, userSentences } from './users-sentences.ts'

type AccessProps = { user: User; name: string }

/** Opens the dialog with a person's access. */
export function AccessButton({ user, name }: AccessProps) {
  // The dialog shows the account as it was when the dialog opened.
  const [opened, setOpened] = useState<User>()
  return (
    <>
      <Button variant="quiet" icon={<KeyRound />} onClick={() => setOpened(user)}>
        Access<VisuallyHidden> of {isolated(name)}</VisuallyHidden>
      </Button>
      {opened && <AccessDialog user={opened} name={name} onClose={() => setOpened(undefined)} />}
    </>
  )
}

type Access = Reply<typeof getUserAccess>
export type AccessAct = 'sign out' | 'reset' | 'remove'
type AccessDialogProps = AccessProps & { onClose: () => void }

/**
 * What a person has access to; from here an admin ends their sign-ins, resets their second factor, or removes their
 * access altogether.
 */
function AccessDialog({ user, name, onClose }: AccessDialogProps) {
  const { call } = usePortal()
  const access = useQuery(userAccessQuery(call, user.uid))
  const [chosenAct, setChosenAct] = useState<AccessAct>()
  if (chosenAct && access.data) {
    return <AccessActDialog {...{ user, name, onClose }} access={access.data} act={chosenAct} />
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Access of ${isolated(name)}`}
      size="small"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <QueryPanel
        query={access}
        failure={`Failed to load the access of ${isolated(name)}`}
        skeleton={<Skeleton lines={4} />}
      >
        {(loaded) => (
          <div className={bodyStyles.body}>
            <ul className={styles.facts}>
              <li>{loaded.disabled ? 'The account is disabled.' : 'The account is active.'}</li>
              <li>{signedIn(loaded.signIns)}</li>
              {loaded.isAdmin && <li>They are a designated admin.</li>}
              {user.hasSecondFactor && <li>Two-step sign-in is on.</li>}
            </ul>
            <Button
              icon={<LogOut />}
              disabled={loaded.signIns === 0}
              onClick={() => setChosenAct('sign out')}
            >
              Sign out everywhere
            </Button>
            {user.hasSecondFactor && (
              <Button icon={<ShieldOff />} onClick={() => setChosenAct('reset')}>
                Reset two-step sign-in
              </Button>
            )}
            <Button
              variant="danger"
              icon={<UserX />}
              disabled={loaded.refusal !== undefined}
              onClick={() => setChosenAct('remove')}
            >
              Remove access
            </Button>
            {loaded.refusal !== undefined && (
              <Banner kind="plain" icon={<CircleAlert />}>
                {loaded.refusal}
              </Banner>
            )}
          </div>
        )}
      </QueryPanel>
    </Dialog>
  )
}

type ConfirmProps = AccessDialogProps & { access: Access; act: AccessAct }

const questions: Record<
  AccessAct,
  (name: string) => { title: string; verb: string; done: string }
> = {
  'sign out': (name) => ({
    title: `Sign ${isolated(name)} out everywhere?`,
    verb: `Sign ${isolated(name)} out`,
    done: userSentences.signedOut(name),
  }),
  reset: (name) => ({
    title: `Reset the two-step sign-in of ${isolated(name)}?`,
    verb: `Reset it for ${isolated(name)}`,
    done: userSentences.secondFactorReset(name),
  }),
  remove: (name) => ({
    title: `Remove the access of ${isolated(name)}?`,
    verb: `Remove access of ${isolated(name)}`,
    done: userSentences.accessRemoved(name),
  }),
}

/** Explains the consequences before they happen. */
export function AccessActDialog({ user, name, access, act, onClose }: ConfirmProps) {
  const { toast } = usePortal()
  const endSignIns = useEndUserSignIns()
  const reset = useResetSecondFactor()
  const remove = useRemoveAccess()
  const { title, verb, done } = questions[act](name)
  const change = { 'sign out': endSignIns, reset, remove }[act]
  const confirmed = useAct<User, unknown>(change, {
    done: () => {
      toast(done, { kind: 'good', duration: userMessageTime })
      onClose()
    },
    failure: (error) => userErrorMessage(error, act),
  })

  return (
    <ActDialog
      of={confirmed}
      title={title}
      verb={verb}
      danger={act !== 'sign out'}
      onConfirm={() => void confirmed.act(user)}
      onClose={onClose}
    >
      {name !== user.email && <p className={styles.email}>{user.email}</p>}
      <p>At once, on every device:</p>
      <ul className={styles.facts}>
        <li>{signInsEnd(access.signIns)}</li>
        <Effects act={act} access={access} />
      </ul>
      <p>{afterwards[act]}</p>
    </ActDialog>
  )
}

const afterwards: Record<AccessAct, string> = {
  'sign out': 'They can sign in again right away.',
  reset: 'Only do this if you know that the person who asks is the owner of this account.',
  remove: 'Nothing that they wrote or prepared is deleted.',
}

function Effects({ act, access }: { act: AccessAct; access: Access }) {
  if (act === 'sign out') return null
  if (act === 'reset') {
    return (
      <>
        <li>They can sign in without a code, until they set up their authenticator app again.</li>
        <li>The portal tells them at their next sign-in that it was reset.</li>
      </>
    )
  }
  return (
    <>
      {!access.disabled && (
        <li>The account is disabled: they can’t sign in until an admin enables it again.</li>
      )}
      {access.isAdmin && <li>They are no longer a designated admin.</li>}
    </>
  )
}

export function signedIn(count: number): string {
  if (count === 0) return 'They aren’t signed in anywhere.'
  return count === 1
    ? 'They are signed in on one device.'
    : `They are signed in on ${count} devices.`
}

export function signInsEnd(count: number): string {
  if (count === 0) return 'They aren’t signed in anywhere.'
  return count === 1 ? 'Their sign-in ends.' : `Their ${count} sign-ins end.`
}
