/** What one check has found: faults, or where there are none, what was seen. */
export type Finding = {
  /** Its name, in one or two words: `screens`. */
  check: string
  faults: string[]
  said: string
}

/** A finding in one line; its faults stand below. */
export function findingLines({ check, faults, said }: Finding): string[] {
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`
  return [
    `${faults.length === 0 ? '✓' : '✗'} ${check.padEnd(12)} ${faults.length === 0 ? said : count}`,
    ...faults.flatMap((fault) => fault.split('\n').map((line) => `    ${line}`)),
  ]
}

/** Tells of each finding as it comes; says whether there was no fault in any. */
export async function allGood(
  findings: AsyncIterable<Finding>,
  tell: (line: string) => void,
): Promise<boolean> {
  let faults = 0
  for await (const finding of findings) {
    for (const line of findingLines(finding)) tell(line)
    faults += finding.faults.length
  }
  return faults === 0
}

/** `118 KB`. */
export function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}
