import type { Group } from '../figures/lines.ts'

/** Reasons why a group's lines may be above or below budget. */
export const reasons: Record<Group, { over: string[]; under: string[] }> = {
  grants: {
    over: [
      'Two multi-year awards were paid earlier than scheduled because the grantees met their milestones; later payments fall by the same amount.',
      'The emergency reserve in this program area was used after the spring storms, as the board allowed at its last retreat.',
    ],
    under: [
      'Two awards moved to the coming quarter while the grantees complete their matching funds; nothing is expected to lapse.',
      'One grantee asked for a later start, and staff agreed to hold the first payment until its new director is in place.',
    ],
  },
  programs: {
    over: [
      'The regional convening drew more participants than planned, and travel stipends rose with it.',
      'An evaluation contract was billed on delivery of its first report rather than in equal parts.',
    ],
    under: [
      'A consultant engagement started two months late; the work itself is unchanged.',
      'Meetings planned in person were held by video, which lowered travel and venue costs.',
    ],
  },
  staff: {
    over: [
      'A temporary position covered family leave in the grants team.',
      'Health premiums rose at renewal by more than the budget assumed.',
    ],
    under: [
      'A vacancy in the programs team was open for part of the period and has since been filled.',
      'Training booked for this period takes place later in the year.',
    ],
  },
  governance: {
    over: [
      'Travel for the retreat was paid in advance.',
      'The search for a new trustee brought two additional interviews in person.',
    ],
    under: [
      'One committee meeting was held by video instead of in person.',
      'The insurance renewal came in below the broker’s estimate.',
    ],
  },
  administration: {
    over: [
      'Counsel advised on the closing of two long grant agreements.',
      'The move to a new grants system was billed in one part.',
    ],
    under: [
      'An invoice for the quarter had not arrived when the books were closed.',
      'The lease renewal brought one month without rent.',
    ],
  },
}
