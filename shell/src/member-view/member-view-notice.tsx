import type { MemberView, ViewedAs } from '@portal/contract/member-view'
import { draftMark } from '@portal/domain/member-view'
import { Button } from '@portal/shared-ui/button'
import { Segmented } from '@portal/shared-ui/segmented'
import { ArrowLeft, Eye } from 'lucide-react'
import type { ComponentType } from 'react'
import styles from './member-view-notice.module.css'
import { useWhoseView, WhoseView } from './whose-view.tsx'

type View = ViewedAs & { viewsAs: MemberView }

type Acts = {
  /** Requests this page again in the other view. */
  change: (view: View) => void
  /** Returns to the admin screen. */
  leave: () => void
}

const views = [
  { value: 'member', label: 'What members see now' },
  { value: 'member-drafts', label: 'With drafts' },
] as const

/** Above every page of a member view: whose it is, whether drafts are shown, and the way back. */
export function memberViewNotice(view: View, { change, leave }: Acts): ComponentType {
  return function MemberViewNotice() {
    const { viewsAs, viewsAsMemberOf, viewsAsGuestOf } = view
    const { title, hint } = useWhoseView(view)
    return (
      <section aria-label="Viewing as a member" className={styles.notice} data-print="hide">
        <p className={styles.words}>
          <Eye aria-hidden="true" className={styles.icon} />
          <span>
            <b>You’re viewing as {title}, read only.</b>{' '}
            <span className={styles.more}>
              {viewsAs === 'member-drafts'
                ? `Members don’t see titles with “${draftMark}” yet.`
                : 'Drafts are hidden.'}{' '}
              {hint}
            </span>
          </span>
        </p>
        <div className={styles.views}>
          <WhoseView view={view} onChange={(whose) => change({ viewsAs, ...whose })} />
          <Segmented
            label="What is shown"
            value={viewsAs}
            options={views}
            onChange={(next) => change({ viewsAs: next, viewsAsMemberOf, viewsAsGuestOf })}
          />
        </div>
        <Button variant="primary" icon={<ArrowLeft />} onClick={leave}>
          Back to admin
        </Button>
      </section>
    )
  }
}
