import type { BodyColor } from '@portal/domain/bodies'
import { clsx } from 'clsx'
import styles from './body-name.module.css'

type BodyNameProps = { body: { name: string; color?: BodyColor | undefined } }

/** The name of the board or a committee, after a dot of its color. */
export function BodyName({ body: { name, color } }: BodyNameProps) {
  return (
    <span className={clsx(styles.name, color && styles[color])}>
      {color && <span aria-hidden="true" className={styles.dot} />}
      {name}
    </span>
  )
}
