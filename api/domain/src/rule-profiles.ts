/** The choices of a rule profile, in words. Shares are of the voting members in office. */
export const quorumShares = {
  third: 'One third of the voting members in office',
  half: 'Half of the voting members in office',
  majority: 'More than half of the voting members in office',
  twoThirds: 'Two thirds of the voting members in office',
  all: 'All voting members in office',
} as const

export const majorities = {
  votesCast: 'More than half of the votes cast',
  present: 'More than half of those present',
  inOffice: 'More than half of all in office',
} as const

export const stricterMajorities = { twoThirds: 'Two thirds', unanimous: 'Unanimous' } as const

export const writtenActions = {
  none: 'Not allowed',
  unanimous: 'If everyone in office agrees in writing',
  majority: 'If more than half of all in office agree in writing',
} as const

export const minutesApprovals = {
  nextMeeting: 'At the next meeting',
  inWriting: 'In writing, before the next meeting',
} as const

/** The kinds of meetings with a notice of their own. */
export const noticeKinds = {
  regular: 'Regular meeting',
  special: 'Special meeting',
  annual: 'Annual meeting',
} as const

type Quorum = { by: 'share'; share: keyof typeof quorumShares } | { by: 'number'; number: number }

/** The rules that a body decides by, as data. */
export type RuleProfile = {
  /** The preset that it began with. */
  preset: keyof typeof rulePresets
  /** Whether an admin has confirmed that these are the body's rules. */
  confirmed: boolean
  quorum: Quorum
  majority: keyof typeof majorities
  /** The kinds of motions that need more. */
  stricter: { motion: string; needs: keyof typeof stricterMajorities }[]
  /** Whether an abstention is a vote cast. */
  abstentionsCount: boolean
  /** Whether the chair's vote decides a tie. */
  castingVote: boolean
  writtenAction: keyof typeof writtenActions
  /** Days before the meeting. */
  notice: { [K in keyof typeof noticeKinds]: number }
  secretBallots: boolean
  minutes: keyof typeof minutesApprovals
}

export const ruleLimits = { number: 300, noticeDays: 120, stricter: 10, motion: 100 } as const

export const rulePresets = {
  smallBoard: 'A small board under Robert’s Rules',
  majorityPresent: 'A statute that counts a majority of those present',
  writtenConsent: 'Unanimous written consent',
} as const

/** The rules that a preset begins with, not confirmed. */
export function presetRules(preset: keyof typeof rulePresets): RuleProfile {
  return {
    preset,
    confirmed: false,
    quorum: { by: 'share', share: 'majority' },
    majority: preset === 'majorityPresent' ? 'present' : 'votesCast',
    stricter: [{ motion: 'Amending the bylaws', needs: 'twoThirds' }],
    abstentionsCount: false,
    castingVote: false,
    writtenAction: preset === 'writtenConsent' ? 'unanimous' : 'none',
    notice: { regular: 7, special: 2, annual: 10 },
    secretBallots: true,
    minutes: 'nextMeeting',
  }
}

/** How many voting members must be present. */
export function quorumOf({ quorum }: Pick<RuleProfile, 'quorum'>, inOffice: number): number {
  if (quorum.by === 'number') return quorum.number
  const least = {
    third: Math.ceil(inOffice / 3),
    half: Math.ceil(inOffice / 2),
    majority: Math.floor(inOffice / 2) + 1,
    twoThirds: Math.ceil((inOffice * 2) / 3),
    all: inOffice,
  }
  return least[quorum.share]
}
