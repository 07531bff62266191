import { sampleChanges } from '../../stories/sample-changes.ts'
import { ChangesBar } from './changes-bar.tsx'

/** Each is a landmark with the same name. */
export const showsOneStory = true

const nothing = () => undefined

export function Unmoved() {
  return <Bar current={undefined} isMarked />
}

export function AtAChange() {
  return <Bar current={1} isMarked />
}

export function WithoutMarks() {
  return <Bar current={0} isMarked={false} />
}

export function LongText() {
  const title = 'Changed since you read it on Wednesday 3 November, on another device.'
  const summary =
    '14 passages changed, on pages 2, 4, 5, 8 and 6 more; pages 9 and 10 are new or moved.'
  return <Bar current={undefined} isMarked title={title} summary={summary} />
}

type BarProps = {
  current: number | undefined
  isMarked: boolean
  title?: string
  summary?: string
}

function Bar(given: BarProps) {
  const changing = {
    ...sampleChanges,
    step: nothing,
    select: nothing,
    toggleMarks: nothing,
    ...given,
  }
  return <ChangesBar changing={changing} listed={false} onList={nothing} />
}
