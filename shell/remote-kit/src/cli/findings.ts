import { counted } from '@portal/domain/counted'

/** The result of one check: faults, or if there are none, a summary. */
export type Finding = {
  /** Its name, in one or two words: `screens`. */
  check: string
  faults: string[]
  summary: string
  /** Remarks that aren't faults. */
  notes?: string[]
}

/** A finding on one line; its faults and notes are below. */
export function findingLines({ check, faults, summary, notes = [] }: Finding): string[] {
  const count = counted(faults.length, 'fault')
  return [
    `${faults.length === 0 ? '✓' : '✗'} ${check.padEnd(12)} ${faults.length === 0 ? summary : count}`,
    ...[...faults, ...notes].flatMap((text) => text.split('\n').map((line) => `    ${line}`)),
  ]
}

/** Prints each finding as it arrives; returns whether there were no faults. */
export async function allGood(
  findings: AsyncIterable<Finding>,
  print: (line: string) => void,
): Promise<boolean> {
  let faults = 0
  for await (const finding of findings) {
    for (const line of findingLines(finding)) print(line)
    faults += finding.faults.length
  }
  return faults === 0
}
