import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FileClock } from 'lucide-react'
import styles from './draft-offer.module.css'

type DraftOfferProps = {
  editing: { offer: { at: number } | undefined; restore: () => void; discard: () => void }
}

/**
 * Offers text that was typed here earlier and never saved; nothing else can be edited before the reader decides.
 */
export function DraftOffer({ editing }: DraftOfferProps) {
  const { config } = usePortal()
  if (!editing.offer) return null
  const at = dateTimeText(editing.offer.at, config.foundation.timeZone)
  return (
    <div className={styles.offer}>
      <Banner kind="warn" icon={<FileClock />} role="status">
        <p>
          <strong>Your unsaved changes are still on this device.</strong> You last worked on them on{' '}
          {at}. Restore them to go on, or discard them to edit what is stored.
        </p>
        <div className={styles.buttons}>
          <Button variant="primary" onClick={editing.restore}>
            Restore my changes
          </Button>
          <Button onClick={editing.discard}>Discard my changes</Button>
        </div>
      </Banner>
    </div>
  )
}
