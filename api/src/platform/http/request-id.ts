import { randomBytes } from 'node:crypto'

/** A prefix that is unique among all processes, followed by a cheap counter. */
const process = randomBytes(6).toString('hex')
let count = 0

/** A new request id: it is part of the answer, the error panel and the log. */
export function nextRequestId(): string {
  return `${process}-${(++count).toString(36)}`
}
