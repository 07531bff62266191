import { Status } from './status.tsx'

/** Nothing of it is visible. */
export function NextToVisibleText() {
  return (
    <>
      <p>12 people</p>
      <Status text="12 people" />
    </>
  )
}
