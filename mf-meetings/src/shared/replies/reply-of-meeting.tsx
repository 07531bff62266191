import { ReplyPanel } from '@portal/remote-kit/reply-panel'
import type { ComponentProps } from 'react'
import { WaiverPart } from './waiver-part.tsx'

/** What is asked of the reader about a meeting. The script of this folder has it, so that screens load it on demand. */
export default function ReplyOfMeeting(props: ComponentProps<typeof ReplyPanel>) {
  return (
    <>
      <ReplyPanel {...props} />
      <WaiverPart meeting={props.meeting} />
    </>
  )
}
