import { isolated } from '@portal/domain/shown-text'
import type { DirectoryEntry } from '@portal/contract/directory'
import { usePortal } from '@portal/remote-kit/portal'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { copyText, selectText } from '@portal/shared-ui/copy-text'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Phone } from 'lucide-react'
import { useRef } from 'react'
import styles from './contact-list.module.css'
import { mailLink, phoneLink } from './contact-links.ts'

/** A person's address and number: to read, to follow and to copy. */
export function ContactList({ person }: { person: DirectoryEntry }) {
  const { name, email, phone } = person
  if (!email && !phone) return null
  return (
    <div className={styles.contacts}>
      {email && <Contact kind="e-mail" name={name} text={email} />}
      {phone && <Contact kind="number" name={name} text={phone} />}
      {phone && (
        <a
          className={`${buttonStyle('secondary')} ${styles.call}`}
          href={phoneLink(phone)}
          data-print="hide"
        >
          <Phone aria-hidden /> Call<VisuallyHidden> {name}</VisuallyHidden>
        </a>
      )}
    </div>
  )
}

type ContactProps = { kind: 'e-mail' | 'number'; name: string; text: string }

function Contact({ kind, name, text }: ContactProps) {
  const { toast } = usePortal()
  const link = useRef<HTMLAnchorElement>(null)
  const copy = async () => {
    if (await copyText(text)) return toast(`Copied: ${text}`, { kind: 'good' })
    if (link.current) selectText(link.current)
    toast('This browser doesn’t copy for you. The text is selected: copy it by hand.', {
      kind: 'bad',
    })
  }
  return (
    <div className={styles.contact}>
      <a
        ref={link}
        className={styles.link}
        href={kind === 'e-mail' ? mailLink(text) : phoneLink(text)}
      >
        {kind === 'e-mail' ? <EmailAddress email={text} /> : text}
      </a>
      <Button variant="quiet" data-print="hide" onClick={() => void copy()}>
        Copy
        <VisuallyHidden>
          {' '}
          {kind} of {isolated(name)}
        </VisuallyHidden>
      </Button>
    </div>
  )
}
