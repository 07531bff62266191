import type { MailState } from '@portal/contract/mail'
import { Badge } from '@portal/shared-ui/badge'
import { CircleCheck, CircleHelp, CircleX, Clock, SendHorizontal } from 'lucide-react'

const shown = {
  waiting: { kind: 'neutral', icon: <Clock />, word: 'Waiting' },
  sending: { kind: 'accent', icon: <SendHorizontal />, word: 'Being sent' },
  sent: { kind: 'good', icon: <CircleCheck />, word: 'Sent' },
  failed: { kind: 'bad', icon: <CircleX />, word: 'Failed' },
  unknown: { kind: 'warn', icon: <CircleHelp />, word: 'Unknown' },
} as const

/** What became of a mail, by word and icon. */
export function MailStateBadge({ state }: { state: MailState }) {
  const { word, ...badge } = shown[state]
  return <Badge {...badge}>{word}</Badge>
}

export const stateChoices: readonly { value: MailState | ''; label: string }[] = [
  { value: '', label: 'All' },
  ...(['failed', 'unknown', 'waiting', 'sent'] as const).map((value) => ({
    value,
    label: shown[value].word,
  })),
]
