import { hasWideLogo, initialOf } from '@portal/contract/frame'
import type { PortalConfig } from '@portal/contract/portal'
import styles from './brand.module.css'

type Foundation = PortalConfig['foundation']
type BrandProps = {
  foundation: Foundation
  /** The text next to the mark; a wide logo replaces the foundation's own name. */
  name: string
  /** In the folded menu, where a wide logo couldn't be recognised. */
  markOnly?: boolean
  large?: boolean
}

/** The foundation's logo, or its monogram, next to a name. The served page shows the same. */
export function Brand({ foundation, name, markOnly = false, large = false }: BrandProps) {
  const isWide = hasWideLogo(foundation)
  const logo = markOnly && isWide ? undefined : foundation.logoUrl
  const isNameShown = !markOnly && !(logo && isWide && name === foundation.name)
  const isNamed = isNameShown && name === foundation.name
  return (
    <div className={styles.brand} data-large={large}>
      {logo ? (
        <img
          className={styles.logo}
          data-wide={isWide}
          src={logo}
          alt={isNamed ? '' : foundation.name}
          {...foundation.logoSize}
        />
      ) : (
        <span className={styles.mark} aria-hidden="true">
          {initialOf(foundation.name)}
        </span>
      )}
      {isNameShown && <span className={styles.name}>{name}</span>}
    </div>
  )
}
