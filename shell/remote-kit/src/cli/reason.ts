import { WrongUse } from './command.ts'

/** Every change of a pointer tells why in its history. */
export function reasonIn({ reason }: { reason?: string | undefined }): string {
  if (!reason?.trim()) throw new WrongUse('Say why by --reason: it stands in the history.')
  return reason
}
