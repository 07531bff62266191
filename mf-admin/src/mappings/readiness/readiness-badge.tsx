import { Badge } from '@portal/shared-ui/badge'
import {
  Archive,
  Check,
  CircleAlert,
  CircleDashed,
  EyeOff,
  ListOrdered,
  TriangleAlert,
} from 'lucide-react'
import type { ReadinessState } from './readiness.ts'

type Look = {
  word: string
  kind: 'neutral' | 'accent' | 'good' | 'warn' | 'bad'
  Icon: typeof Check
  /** What it means for members, if the word alone isn't clear. */
  meaning?: string
}

export const readinessLooks: Record<ReadinessState, Look> = {
  native: { word: 'Native', kind: 'accent', Icon: ListOrdered },
  nativeDraft: {
    word: 'Native draft',
    kind: 'warn',
    Icon: ListOrdered,
    meaning: 'Not published: members don’t see it yet',
  },
  nativeMissing: {
    word: 'No agenda written',
    kind: 'bad',
    Icon: CircleAlert,
    meaning: 'The source is the native agenda, and this quarter has none',
  },
  ready: { word: 'Ready', kind: 'good', Icon: Check },
  inactive: { word: 'Inactive', kind: 'warn', Icon: EyeOff, meaning: 'Members don’t see it' },
  changed: {
    word: 'Changed since mapped',
    kind: 'warn',
    Icon: TriangleAlert,
    meaning: 'Members see the newer version',
  },
  gone: {
    word: 'Not in the drive',
    kind: 'bad',
    Icon: CircleAlert,
    meaning: 'The mapped document is gone',
  },
  damaged: {
    word: 'Damaged',
    kind: 'bad',
    Icon: CircleAlert,
    meaning:
      'The portal’s stored file is damaged. Sync the drive to fetch it again; if that doesn’t help, restore it from a backup',
  },
  broken: {
    word: 'Can’t be read',
    kind: 'bad',
    Icon: CircleAlert,
    meaning: 'The PDF is damaged',
  },
  encrypted: {
    word: 'Needs a password',
    kind: 'bad',
    Icon: CircleAlert,
    meaning: 'Members can’t open it: the PDF needs a password',
  },
  withdrawn: {
    word: 'Withdrawn',
    kind: 'bad',
    Icon: CircleAlert,
    meaning: 'Members read that this paper was withdrawn',
  },
  tooLarge: {
    word: 'Too large',
    kind: 'bad',
    Icon: CircleAlert,
    meaning:
      'Members can’t open a paper over 200 MB, or one that expands to far more than its size',
  },
  empty: { word: 'No document mapped', kind: 'bad', Icon: CircleAlert },
  notNeeded: { word: 'Not needed this quarter', kind: 'neutral', Icon: Archive },
  unused: { word: 'No document mapped', kind: 'neutral', Icon: CircleDashed, meaning: 'Optional' },
}

export function ReadinessBadge({ state }: { state: ReadinessState }) {
  const { word, kind, Icon } = readinessLooks[state]
  return (
    <Badge kind={kind} icon={<Icon />}>
      {word}
    </Badge>
  )
}
