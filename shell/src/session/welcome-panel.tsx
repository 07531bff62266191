import type { PortalConfig } from '@portal/contract/portal'
import { Brand } from '../frame/brand.tsx'
import styles from './welcome-panel.module.css'

type WelcomePanelProps = { foundation: PortalConfig['foundation'] }

/** The foundation's side of the sign-in: its picture with the words on a plate, or else arches in its colour. */
export function WelcomePanel({ foundation }: WelcomePanelProps) {
  const { name, signInPictureUrl } = foundation
  return (
    <section className={styles.welcome} data-pictured={signInPictureUrl !== undefined}>
      {signInPictureUrl ? (
        <img className={styles.picture} src={signInPictureUrl} alt="" />
      ) : (
        <Arches />
      )}
      <div className={styles.words}>
        <Brand foundation={foundation} name={name} large />
        <div>
          <h1>Welcome</h1>
          <p className={styles.access}>Access your Board Portal</p>
        </div>
        <p>Access is restricted to the foundation's e-mail addresses only</p>
      </div>
    </section>
  )
}

/** Doorways within each other, like that of the monogram. */
function Arches() {
  return (
    <svg className={styles.arches} viewBox="0 0 400 560" aria-hidden="true">
      <path d="M10 560V200a190 190 0 0 1 380 0v360" />
      <path d="M58 560V206a142 142 0 0 1 284 0v354" />
      <path d="M106 560V212a94 94 0 0 1 188 0v348" />
      <path d="M154 560V218a46 46 0 0 1 92 0v342" />
    </svg>
  )
}
