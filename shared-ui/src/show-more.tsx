import { ListPlus } from 'lucide-react'
import { Button } from './button.tsx'
import styles from './show-more.module.css'

type ShowMoreProps = {
  /** How many entries are in the list, and how many there are. */
  shown: number
  total: number
  onMore: () => void
  /** For a list that is only partly loaded, and so can't be printed yet. */
  onAll?: (() => void) | undefined
  /** More are being loaded. */
  busy?: boolean | undefined
}

/** Under a list that shows its first entries, see `useLimited`; nothing if it shows all of them. */
export function ShowMore({ shown, total, onMore, onAll, busy }: ShowMoreProps) {
  if (shown >= total) return null
  return (
    <div className={styles.more}>
      <span>
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} shown
      </span>
      <Button icon={<ListPlus />} busy={busy} onClick={onMore}>
        Show more
      </Button>
      {onAll && (
        <Button variant="quiet" onClick={busy ? undefined : onAll}>
          Show all
        </Button>
      )}
    </div>
  )
}
