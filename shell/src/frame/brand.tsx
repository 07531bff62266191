import type { PortalConfig } from '@portal/contract/portal'
import { brandOf } from '@portal/domain/frame-parts'
import styles from './brand.module.css'

type BrandProps = {
  foundation: PortalConfig['foundation']
  /** The text next to the mark. */
  name: string
  /** In the folded menu. */
  markOnly?: boolean
  large?: boolean
}

/** The foundation's logo, or its monogram, next to a name. */
export function Brand({ foundation, name, markOnly = false, large = false }: BrandProps) {
  const { logo, initial, name: shownName } = brandOf(foundation, name, { markOnly })
  return (
    <div className={styles.brand} data-large={large}>
      {logo ? (
        <img
          className={styles.logo}
          data-wide={logo.isWide}
          src={logo.url}
          alt={logo.alt}
          {...logo.size}
        />
      ) : (
        <span className={styles.mark} aria-hidden="true">
          {initial}
        </span>
      )}
      {shownName !== undefined && <span className={styles.name}>{shownName}</span>}
    </div>
  )
}
