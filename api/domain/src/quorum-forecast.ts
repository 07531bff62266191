import type { ReplyAnswer } from './replies.ts'
import { quorumOf, type RuleProfile } from './rule-profiles.ts'

/** `expected`: enough people come. `open`: it depends on the others. `short`: not even with them. */
export type QuorumOutlook = 'expected' | 'open' | 'short' | 'nobodyInOffice'

export type QuorumForecast = {
  /** The voting members in office on the meeting's day. */
  inOffice: number
  quorum: number
  inPerson: number
  video: number
  notSure: number
  cannotCome: number
  missing: number
  /** Voting members who don't get the item, regardless of what they replied. */
  excepted: number
  outlook: QuorumOutlook
}

type Replies = {
  /** The voting members in office on the meeting's day; a person counts once. */
  inOffice: readonly string[]
  /** Replies to the meeting at its present time. */
  answers: ReadonlyMap<string, ReplyAnswer>
  rules: Pick<RuleProfile, 'quorum'>
  /** They don't count as coming; the quorum stays that of all in office. */
  except?: readonly string[] | undefined
}

/** Whether a quorum is expected, by the rules of the body. */
export function quorumForecast({
  inOffice: named,
  answers,
  rules,
  except = [],
}: Replies): QuorumForecast {
  const people = [...new Set(named)]
  const counted = people.filter((person) => !except.includes(person))
  const those = (answer: ReplyAnswer | undefined) =>
    counted.filter((person) => answers.get(person) === answer).length
  const quorum = quorumOf(rules, people.length)
  const [inPerson, video] = [those('in-person'), those('video')]
  const [notSure, missing] = [those('not-sure'), those(undefined)]
  return {
    inOffice: people.length,
    quorum,
    inPerson,
    video,
    notSure,
    cannotCome: those('cannot-come'),
    missing,
    excepted: people.length - counted.length,
    outlook: outlookOf({
      inOffice: people.length,
      quorum,
      come: inPerson + video,
      open: notSure + missing,
    }),
  }
}

/** "9 in office, quorum 5; 6 come, 1 by video, 1 not sure, 1 has not replied: a quorum is expected". */
export function forecastSentence(forecast: QuorumForecast): string {
  const { inOffice, quorum, inPerson, video, notSure, cannotCome, missing, excepted, outlook } =
    forecast
  if (outlook === 'nobodyInOffice') {
    return 'Nobody with a vote is in office on the day of the meeting, so the quorum is unknown.'
  }
  const parts = [
    part(inPerson, 'comes', 'come'),
    part(video, 'by video'),
    part(notSure, 'not sure'),
    part(cannotCome, 'can’t come'),
    part(missing, 'has not replied', 'have not replied'),
    part(excepted, 'doesn’t take part in this item', 'don’t take part in this item'),
  ].filter((text) => text !== '')
  return `${inOffice} in office, quorum ${quorum}; ${parts.join(', ')}: ${outlookWords[outlook]}`
}

const outlookWords = {
  expected: 'a quorum is expected',
  open: 'a quorum depends on those who aren’t sure or haven’t replied',
  short: 'no quorum is expected',
} as const

type Counts = { inOffice: number; quorum: number; come: number; open: number }

function outlookOf({ inOffice, quorum, come, open }: Counts): QuorumOutlook {
  if (inOffice === 0) return 'nobodyInOffice'
  if (come >= quorum) return 'expected'
  return come + open >= quorum ? 'open' : 'short'
}

function part(count: number, one: string, many = one): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
}
