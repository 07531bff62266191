import { samplePaper } from '../../stories/page.tsx'
import type { LoadFailure } from './load-failure.ts'
import { LoadFailurePanel } from '../document-viewer.tsx'

export function Missing() {
  return <Panel failure={{ kind: 'missing', requestId: '0196f2c4-7d1e-7a30-9d0c' }} />
}

export function RefusedByTheServer() {
  return <Panel failure={{ kind: 'status', status: 500, requestId: '0196f2c4-7d1e-7a30-9d0c' }} />
}

export function WithAnotherViewer() {
  return (
    <Panel failure={{ kind: 'status', status: 502 }} webViewLink="https://drive.example/view/1" />
  )
}

export function NoConnection() {
  return <Panel failure={{ kind: 'offline' }} />
}

export function Unanswered() {
  return <Panel failure={{ kind: 'unanswered' }} />
}

export function DamagedOnTheServer() {
  return <Panel failure={{ kind: 'damaged', requestId: '0196f2c4-7d1e-7a30-9d0c' }} />
}

export function Damaged() {
  return <Panel failure={{ kind: 'broken' }} />
}

export function ViewerNotStarted() {
  return <Panel failure={{ kind: 'unloadable' }} />
}

function Panel({ failure, webViewLink }: { failure: LoadFailure; webViewLink?: string }) {
  return (
    <LoadFailurePanel
      failure={failure}
      document={{ ...samplePaper, webViewLink }}
      onRetry={() => undefined}
    />
  )
}
