import { paperProblemSentences } from '@portal/domain/paper-problem'
import { usePortal } from '@portal/remote-kit/portal'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { Landmark, Megaphone } from 'lucide-react'
import { firstPageOf, kindOf, type Resource, updatedText } from '../shared/resources.ts'
import type { QuickAction } from './actions.ts'
import styles from './quick-actions.module.css'

/** Those of the menu. */
const icons = { governance: Landmark, communications: Megaphone }

type ActionCardProps = {
  action: QuickAction
  resource: Resource | undefined
  busy: boolean
  onPress: () => void
}

export function ActionCard({ action, resource, busy, onPress }: ActionCardProps) {
  const { timeZone } = usePortal().config.foundation
  const Icon = icons[action.slot.kind]
  const problem = resource?.mapping.problem
  const about = problem
    ? paperProblemSentences[problem]
    : ((resource && updatedText(resource, timeZone)) ?? action.about)
  const content = (
    <>
      <PaperPicture
        kind={resource ? kindOf(resource) : 'document'}
        firstPage={resource && firstPageOf(resource)}
        size="small"
        icon={<Icon />}
      />
      <span>
        <span className={styles.name}>{action.name}</span>
        <span className={styles.about}>{about}</span>
      </span>
    </>
  )
  if (problem) return <div className={styles.card}>{content}</div>
  return (
    <button
      type="button"
      className={styles.card}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
