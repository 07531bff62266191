import { Card } from './card.tsx'
import { ErrorPanel } from './error-panel.tsx'

const retry = () => undefined

export function SentenceAlone() {
  return <ErrorPanel sentence="No document found" />
}

export function WithRetry() {
  return (
    <ErrorPanel
      sentence="Unable to connect to server. Please check your connection and try again."
      onRetry={retry}
    />
  )
}

export function WithReference() {
  return (
    <ErrorPanel
      sentence="Failed to load meetings"
      requestId="0196f2c4-7d1e-7a30-9d0c-3c1f5b2a8e44"
      onRetry={retry}
    />
  )
}

export function Busy() {
  return <ErrorPanel sentence="Failed to load meetings" onRetry={retry} busy />
}

export function InACard() {
  return (
    <Card>
      <ErrorPanel sentence="Failed to load meetings" onRetry={retry} />
    </Card>
  )
}

export function LongText() {
  return (
    <ErrorPanel sentence="Error Loading Document" onRetry={retry}>
      <p>
        You are offline, and this document can’t be opened until you are online again, because it
        wasn’t read on this visit.
      </p>
    </ErrorPanel>
  )
}
