import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const ReplyList = lazy(() => import('../shared/replies/reply-list.tsx'))

/** The dashboard's last part. What it contains loads once it is in view: the first page doesn't wait for it. */
export function Component() {
  const waiting = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    if (waiting.current) observer.observe(waiting.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Card as="section" aria-labelledby="asked-of-you">
      <h2 id="asked-of-you">Asked of you</h2>
      {isSeen ? (
        <Suspense fallback={<Skeleton height="6rem" label="Loading what is asked of you" />}>
          <ReplyList />
        </Suspense>
      ) : (
        <div ref={waiting} style={{ blockSize: '6rem' }} />
      )}
    </Card>
  )
}
