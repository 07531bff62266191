import type {
  PromotionStep,
  ReleaseApproval,
  ReleaseMove,
  ReleasePointer,
} from '@portal/contract/pointers'

/** Who runs a candidate at a step. */
const reach: Record<PromotionStep, string> = {
  qa: 'the QA cohort',
  team: 'the QA cohort and the team',
  '10': '10 % of everyone',
  '50': '50 % of everyone',
  '100': 'everyone',
}

export function reachOf(step: PromotionStep): string {
  return reach[step]
}

/** A pointer in a few lines. `verdicts`: the gate runner's verdicts, by release. */
export function pointerLines(
  pointer: ReleasePointer,
  verdicts: Record<string, string> = {},
): string[] {
  const { remote, stable, candidate, lastGood, denied, approvals, stopped, revision } = pointer
  const verdictOf = (release: string | undefined) => {
    const verdict = release === undefined ? undefined : verdicts[release]
    return verdict === undefined ? [] : [`             ${verdict}`]
  }
  return [
    `${remote}, revision ${revision}`,
    ...(stopped
      ? [`  stopped    for everyone since ${stopped.at}, by ${stopped.by}: ${stopped.reason}`]
      : []),
    `  stable     ${stable ?? 'none'}`,
    ...verdictOf(stable),
    `  candidate  ${candidate ? `${candidate.release} for ${reach[candidate.step]}, since ${candidate.since}` : 'none'}`,
    ...(candidate && approvals ? approvalLines(approvals, candidate.release) : []),
    ...verdictOf(candidate?.release),
    `  last good  ${lastGood.join(', ') || 'none'}`,
    ...(denied.length > 0 ? [`  denied     ${denied.join(', ')}`] : []),
  ]
}

function approvalLines(approvals: ReleaseApproval[], release: string): string[] {
  const given = approvals.filter((approval) => approval.release === release)
  if (given.length === 0) {
    return ['             waits for an admin’s approval before it goes beyond the QA cohort']
  }
  return given.map(
    ({ step, by, at }) =>
      `             approved${step ? ` for ${reach[step]}` : ''} by ${by}, ${at}`,
  )
}

/** A history entry on one line. */
export function moveLine({
  at,
  what,
  channel,
  from,
  to,
  step,
  release,
  reason,
  despite,
  by,
}: ReleaseMove): string {
  const change =
    what === 'promoted' && step
      ? `${to} promoted to ${reach[step]}`
      : what === 'denied' || what === 'approved'
        ? `${release} ${what}${step ? ` for ${reach[step]}` : ''}`
        : what === 'stopped' || what === 'started again'
          ? `${what} for everyone`
          : `${channel} ${what}`
  const isOfPlaces = what === 'adopted' || what === 'rolled back' || what === 'denied'
  const moved = isOfPlaces ? `: ${from ?? 'none'} → ${to ?? 'none'}` : ''
  return `  ${at}  ${change}${moved}, by ${by}${reason === undefined ? '' : `: ${reason}`}${despite === undefined ? '' : ` (although: ${despite})`}`
}
