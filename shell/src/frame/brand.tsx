import type { PortalConfig } from '@portal/contract/portal'
import styles from './brand.module.css'

type BrandProps = { foundation: PortalConfig['foundation']; name: string; markOnly?: boolean }

/** The foundation's logo, or its initial if it has none, next to a name. */
export function Brand({ foundation, name, markOnly = false }: BrandProps) {
  return (
    <div className={styles.brand}>
      {foundation.logoUrl ? (
        <img className={styles.logo} src={foundation.logoUrl} alt="" />
      ) : (
        <span className={styles.mark} aria-hidden="true">
          {foundation.name.slice(0, 1)}
        </span>
      )}
      {!markOnly && <span>{name}</span>}
    </div>
  )
}
