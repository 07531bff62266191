import { sampleChanges } from '../../stories/sample-changes.ts'
import { ChangesPanel } from './changes-panel.tsx'

const nothing = () => undefined

export function Changes() {
  return <ChangesPanel changes={sampleChanges.changes} current={1} onGo={nothing} />
}

export function LongText() {
  const long = 'Program costs include the spring convening and its travel. '.repeat(8)
  const changes = [
    { kind: 'changed' as const, page: 12, ranges: [], before: long, after: `${long} And more.` },
  ]
  return <ChangesPanel changes={changes} current={undefined} onGo={nothing} />
}
