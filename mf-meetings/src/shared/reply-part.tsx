import { type ComponentType, lazy, Suspense } from 'react'

type ReplyPartProps = {
  /** The meeting's id. */
  meeting: string
  level?: 2 | 3 | undefined
}

/** In a script of its own: most visits of a meeting don't reply. A page is complete without it. */
const ReplyOfMeeting = lazy(async (): Promise<{ default: ComponentType<ReplyPartProps> }> => {
  try {
    return await import('./replies/reply-of-meeting.tsx')
  } catch {
    return { default: () => null }
  }
})

/** Whether the reader comes to a meeting; nothing if they aren't asked. */
export function ReplyPart(props: ReplyPartProps) {
  return (
    <Suspense fallback={null}>
      <ReplyOfMeeting {...props} />
    </Suspense>
  )
}
