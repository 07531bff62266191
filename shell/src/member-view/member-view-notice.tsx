import type { MemberView } from '@portal/contract/member-view'
import { draftMark } from '@portal/domain/member-view'
import { Button } from '@portal/shared-ui/button'
import { Segmented } from '@portal/shared-ui/segmented'
import { ArrowLeft, Eye } from 'lucide-react'
import type { ComponentType } from 'react'
import styles from './member-view-notice.module.css'

type Acts = {
  /** Requests this page again in the other view. */
  change: (view: MemberView) => void
  /** Returns to the admin screen. */
  leave: () => void
}

const views = [
  { value: 'member', label: 'What members see now' },
  { value: 'member-drafts', label: 'With drafts' },
] as const

/** Above every page of a member view: what it is, whether drafts are shown, and the way back. */
export function memberViewNotice(view: MemberView, { change, leave }: Acts): ComponentType {
  return () => (
    <section aria-label="Viewing as a member" className={styles.notice} data-print="hide">
      <p className={styles.words}>
        <Eye aria-hidden="true" className={styles.icon} />
        <span>
          <b>You’re viewing as a member, read only.</b>{' '}
          <span className={styles.more}>
            {view === 'member-drafts'
              ? `Members don’t see titles with “${draftMark}” yet.`
              : 'Drafts are hidden.'}
          </span>
        </span>
      </p>
      <Segmented
        label="What is shown"
        value={view}
        options={views}
        onChange={change}
        className={styles.views}
      />
      <Button variant="primary" icon={<ArrowLeft />} onClick={leave}>
        Back to admin
      </Button>
    </section>
  )
}
