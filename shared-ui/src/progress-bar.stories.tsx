import { ProgressBar } from './progress-bar.tsx'

export function Values() {
  return (
    <>
      <ProgressBar label="Reading the drive" value={0} />
      <ProgressBar label="Reading the papers’ text" value={0.42} />
      <ProgressBar label="Preparing the board book" value={1} />
    </>
  )
}

export function UnknownDuration() {
  return <ProgressBar label="Asking the calendar" />
}

export function HiddenLabel() {
  return <ProgressBar label="Two of five materials are ready" value={0.4} hideLabel />
}

export function LongText() {
  return (
    <ProgressBar
      label="Preparing page 87 of 240 of the Report of the Governance and Nominating Committee"
      value={0.36}
    />
  )
}
