import type { ProblemCode } from '@portal/contract/problem'
import { Refusal } from '../../refusal.ts'

/** For `.catch()`: ignores refusals with these codes and throws everything else again. */
export function ignoring(...codes: ProblemCode[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Refusal && codes.includes(error.code))) throw error
  }
}
