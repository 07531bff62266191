import type { DirectoryEntry } from '@portal/contract/directory'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Mail, Phone } from 'lucide-react'
import styles from './contact-buttons.module.css'
import { mailLink, phoneLink } from './contact-links.ts'

/** E-mail and Call, if the entry has an address and a number. */
export function ContactButtons({ person }: { person: DirectoryEntry }) {
  const { name, email, phone } = person
  if (!email && !phone) return null
  return (
    <div className={styles.buttons}>
      {email && (
        <a className={buttonStyle('secondary')} href={mailLink(email)} title={email}>
          <Mail /> E-mail<VisuallyHidden> {name}</VisuallyHidden>
        </a>
      )}
      {phone && (
        <a className={buttonStyle('secondary')} href={phoneLink(phone)} title={phone}>
          <Phone /> Call<VisuallyHidden> {name}</VisuallyHidden>
        </a>
      )}
    </div>
  )
}
