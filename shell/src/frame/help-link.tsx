import { helpLines } from '@portal/domain/frame-parts'
import styles from './help-link.module.css'

/**
 * In the same place on every page: at the end of the side menu, the slide-over and the sign-in
 * page.
 */
export function HelpLink({ of }: { of: Parameters<typeof helpLines>[0] }) {
  return helpLines(of).map(({ text, link }) => (
    <p key={link.href} className={styles.help}>
      {text} <a href={link.href}>{link.label}</a>
    </p>
  ))
}
