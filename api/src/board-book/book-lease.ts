import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isProcessRunning } from '../running-process.ts'
import type { BooksRecord, Making } from './stored-books.ts'

/** How long a lease is valid after its last renewal, in ms. */
export const leaseTime = 30_000

/** Identifies this run of the process: a restarted container often gets the same host name and process id. */
const ownInstance = randomUUID()

export function leaseOf(token: string, now: Date): Making['lease'] {
  return {
    token,
    holder: `${hostname()}:${ownInstance}:${process.pid}`,
    expiresAt: new Date(now.getTime() + leaseTime).toISOString(),
  }
}

/** Whether a book is being made by a process that may still be running. */
export function isMaking({ making }: Pick<BooksRecord, 'making'>, now: Date): boolean {
  if (making?.state !== 'making') return false
  const { holder, expiresAt } = making.lease
  if (Date.parse(expiresAt) <= now.getTime()) return false
  const [host, instance, pid] = holder.split(':')
  // Only a process on this machine can be checked.
  if (host !== hostname()) return true
  return Number(pid) === process.pid ? instance === ownInstance : isProcessRunning(Number(pid))
}

/** Whether the process that was making a book is gone. */
export function isLeft(record: Pick<BooksRecord, 'making'>, now: Date): boolean {
  return record.making?.state === 'making' && !isMaking(record, now)
}
