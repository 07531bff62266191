import type { User } from '@portal/contract/users'
import { isGoogleUser } from '@portal/domain/google-user'
import { isolated } from '@portal/domain/shown-text'
import { OlderBackups } from '@portal/remote-kit/older-backups'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CircleAlert, Eraser } from 'lucide-react'
import { useId, useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { userErrorMessage, userMessageTime } from '../users/users-sentences.ts'
import { useEraseUser } from './leaving-queries.ts'
import { PersonSection } from './person-section.tsx'
import styles from './person-screen.module.css'

type EraseSectionProps = {
  user: User
  name: string
  hasEntry: boolean
  /** Why it can't be done yet. */
  refusal: string | undefined
  onErased: () => void
}

/** Erases the account and what belongs to its owner alone. */
export function EraseSection({ user, name, hasEntry, refusal, onErased }: EraseSectionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const why = useId()
  return (
    <PersonSection title="4. Erase">
      <p>
        Only if they ask for it, or your foundation’s rules say so. It can’t be undone. Their notes
        and what they have read are erased unseen.
      </p>
      <ul className={styles.list}>
        <li>Their notes, what they have read, and their own board books</li>
        <li>Their sign-ins, the time of their last visit and their two-step sign-in</li>
        {hasEntry && <li>Their entry in the directory, with the photo</li>}
        <li>Unfinished uploads, and their places in cohorts and previews</li>
        <li>The account itself</li>
      </ul>
      {refusal !== undefined && (
        <div id={why}>
          <Banner kind="plain" icon={<CircleAlert />}>
            {refusal}
          </Banner>
        </div>
      )}
      <div>
        <Button
          variant="danger"
          icon={<Eraser />}
          disabled={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : why}
          onClick={() => setIsOpen(true)}
        >
          Erase<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
      {isOpen && (
        <EraseDialog user={user} name={name} onClose={() => setIsOpen(false)} onErased={onErased} />
      )}
    </PersonSection>
  )
}

type EraseDialogProps = { user: User; name: string; onClose: () => void; onErased: () => void }

function EraseDialog({ user, name, onClose, onErased }: EraseDialogProps) {
  const { config, toast } = usePortal()
  const erasing = useAct(useEraseUser(), {
    done: () => {
      toast(`${isolated(name)} is erased.`, { kind: 'good', duration: userMessageTime })
      onErased()
    },
    failure: (error) => userErrorMessage(error, 'erase'),
  })
  return (
    <ActDialog
      of={erasing}
      title={`Erase ${isolated(name)}?`}
      verb={`Erase ${isolated(name)}`}
      danger
      onConfirm={() => void erasing.act(user.uid)}
      onClose={onClose}
    >
      {name !== user.email && <p>{user.email}</p>}
      <p>
        Everything that is listed under Erase is erased now, and can’t be brought back. It may take
        some seconds. If it is interrupted, press Erase again: that completes it.
      </p>
      {isGoogleUser(user) && (
        <p>
          {`As long as they have an account at @${config.foundation.domain}, they can sign in again, with a new, empty account. End that account first.`}
        </p>
      )}
      <OlderBackups what="what is erased" />
    </ActDialog>
  )
}
