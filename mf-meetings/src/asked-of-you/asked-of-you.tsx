import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { lazy, Suspense } from 'react'

const ReplyList = lazy(() => import('../shared/replies/reply-list.tsx'))

/** The dashboard's last part. What it contains loads after the first page. */
export function Component() {
  return (
    <Card as="section" aria-labelledby="asked-of-you">
      <h2 id="asked-of-you">Asked of you</h2>
      <Suspense fallback={<Skeleton height="6rem" label="Loading what is asked of you" />}>
        <ReplyList />
      </Suspense>
    </Card>
  )
}
