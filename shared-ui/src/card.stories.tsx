import { Card } from './card.tsx'

export function Padded() {
  return (
    <Card>
      <h3>Board meeting</h3>
      <p>Thursday, September 17, 9:00 AM to 12:30 PM</p>
    </Card>
  )
}

/** Reaches its edge, for a list or a table. */
export function Flush() {
  return (
    <Card flush>
      <p>Cash Flow Summary</p>
      <p>Investment Report</p>
    </Card>
  )
}

export function LongText() {
  return (
    <Card as="article">
      <h3>Report of the Governance and Nominating Committee on the composition of the board</h3>
      <p>
        The committee met three times since the last meeting. It reviewed the terms of all members,
        interviewed four candidates and recommends two of them for a first term of three years.
      </p>
    </Card>
  )
}
