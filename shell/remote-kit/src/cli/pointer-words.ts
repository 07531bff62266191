import type { PromotionStep, ReleaseMove, ReleasePointer } from '@portal/contract/pointers'

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

/** A pointer in a few lines. */
export function pointerLines({
  remote,
  stable,
  candidate,
  lastGood,
  denied,
  revision,
}: ReleasePointer): string[] {
  return [
    `${remote}, revision ${revision}`,
    `  stable     ${stable ?? 'none'}`,
    `  candidate  ${candidate ? `${candidate.release} for ${reach[candidate.step]}, since ${candidate.since}` : 'none'}`,
    `  last good  ${lastGood.join(', ') || 'none'}`,
    ...(denied.length > 0 ? [`  denied     ${denied.join(', ')}`] : []),
  ]
}

/** An entry of the history in one line. */
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
  const told =
    what === 'promoted' && step
      ? `${to} promoted to ${reach[step]}`
      : what === 'denied'
        ? `${release} denied`
        : `${channel} ${what}`
  const moved = what === 'promoted' ? '' : `: ${from ?? 'none'} → ${to ?? 'none'}`
  return `  ${at}  ${told}${moved}, by ${by}${reason === undefined ? '' : `: ${reason}`}${despite === undefined ? '' : ` (although: ${despite})`}`
}
