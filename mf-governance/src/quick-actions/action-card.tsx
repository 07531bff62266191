import { usePortal } from '@portal/remote-kit/portal'
import { Landmark, MapPin, Megaphone } from 'lucide-react'
import { type Resource, updatedText } from '../shared/resources.ts'
import type { QuickAction } from './actions.ts'
import styles from './quick-actions.module.css'

const icons = { landmark: Landmark, 'map-pin': MapPin, megaphone: Megaphone }

type ActionCardProps = {
  action: QuickAction
  resource: Resource | undefined
  busy: boolean
  onPress: () => void
}

export function ActionCard({ action, resource, busy, onPress }: ActionCardProps) {
  const { timeZone } = usePortal().config.foundation
  const Icon = icons[action.icon]
  const updated = resource && updatedText(resource, timeZone)
  return (
    <button
      type="button"
      className={styles.card}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      onClick={onPress}
    >
      <Icon aria-hidden />
      <span>
        <span className={styles.name}>{action.name}</span>
        <span className={styles.about}>{updated ?? action.about}</span>
      </span>
    </button>
  )
}
