import { randomBytes } from 'node:crypto'

/** Unique among all processes by its beginning, and cheap to count on. */
const process = randomBytes(6).toString('hex')
let count = 0

/** A new name for a request: it stands in the answer, in the error panel and in the log. */
export function nextRequestId(): string {
  return `${process}-${(++count).toString(36)}`
}
