import { mailLink, phoneLink } from '@portal/domain/contact-links'
import { isolated } from '@portal/domain/shown-text'
import type { DirectoryEntry } from '@portal/contract/directory'
import { Avatar } from '@portal/shared-ui/avatar'
import { Card } from '@portal/shared-ui/card'
import styles from './person-card.module.css'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { copyText, selectText } from '@portal/shared-ui/copy-text'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Phone } from 'lucide-react'
import { useRef } from 'react'
import { directoryPaths } from '../directory-paths.ts'
import { Badge } from '@portal/shared-ui/badge'

type PersonCardProps = {
  person: DirectoryEntry
  /** On the person's own page, which has the name as its title. */
  isPage?: boolean
}

/** One person of the directory, with their contact links. */
export function PersonCard({ person, isPage = false }: PersonCardProps) {
  const place = placeOf(person)
  return (
    <Card as="article" className={styles.card}>
      <div className={styles.who}>
        <span className={styles.photo}>
          <Avatar name={person.name} photoUrl={person.photoUrl} size="large" />
        </span>
        <div className={styles.words}>
          {!isPage && (
            <h2 className={styles.name}>
              <Link to={directoryPaths.person(person.id)}>{person.name}</Link>
            </h2>
          )}
          <p className={styles.role}>{person.role}</p>
          <SideBadge type={person.type} />
        </div>
      </div>
      {place && <p className={styles.place}>{place}</p>}
      {person.bio && <p className={styles.bio}>{person.bio}</p>}
      <ContactList person={person} />
    </Card>
  )
}

/** Title and department, if they say more than the role. */
export function placeOf({ role, title, department }: DirectoryEntry): string {
  const own = title?.toLowerCase() === role.toLowerCase() ? undefined : title
  return [own, department].filter(Boolean).map(isolated).join(' · ')
}

/** A person's address and number: to read, to follow and to copy. */
function ContactList({ person }: { person: DirectoryEntry }) {
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

export function SideBadge({ type }: { type: DirectoryEntry['type'] }) {
  return type === 'board' ? <Badge kind="accent">Board</Badge> : <Badge>Staff</Badge>
}
