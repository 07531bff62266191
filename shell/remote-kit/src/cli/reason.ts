import { WrongUse } from './command.ts'

/** Every change of a pointer has a reason in its history. */
export function reasonIn({ reason }: { reason?: string | undefined }): string {
  if (!reason?.trim())
    throw new WrongUse('Give a reason with --reason: it is recorded in the history.')
  return reason
}
