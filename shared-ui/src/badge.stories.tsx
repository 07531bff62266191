import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Badge } from './badge.tsx'

export function Kinds() {
  return (
    <>
      <Badge>Draft</Badge>
      <Badge kind="accent">Next meeting</Badge>
      <Badge kind="good">Published</Badge>
      <Badge kind="warn">Waiting</Badge>
      <Badge kind="bad">Failed</Badge>
    </>
  )
}

export function WithIcon() {
  return (
    <>
      <Badge kind="good" icon={<CircleCheck aria-hidden="true" />}>
        Ready
      </Badge>
      <Badge kind="warn" icon={<Clock aria-hidden="true" />}>
        Waiting
      </Badge>
      <Badge kind="bad" icon={<CircleAlert aria-hidden="true" />}>
        Missing
      </Badge>
    </>
  )
}

export function LongText() {
  return <Badge kind="warn">Waiting for the approval of the Investment Committee</Badge>
}
