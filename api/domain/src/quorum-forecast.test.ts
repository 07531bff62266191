import { expect, it } from 'vitest'
import { forecastSentence, quorumForecast } from './quorum-forecast.ts'
import { type ReplyAnswer, replyAnswerNames } from './replies.ts'
import { quorumOf, quorumShares, type RuleProfile } from './rule-profiles.ts'

type Quorum = RuleProfile['quorum']
const majority: Quorum = { by: 'share', share: 'majority' }

const people = (count: number) => Array.from({ length: count }, (_, index) => `person-${index}`)
const replied = (answers: readonly (ReplyAnswer | undefined)[]) =>
  new Map(
    answers.flatMap((answer, index): [string, ReplyAnswer][] =>
      answer === undefined ? [] : [[`person-${index}`, answer]],
    ),
  )

it('prints its arithmetic', () => {
  const answers = replied([...Array<ReplyAnswer>(6).fill('in-person'), 'video', 'not-sure'])
  const rules = { quorum: majority }
  expect(forecastSentence(quorumForecast({ inOffice: people(9), answers, rules }))).toBe(
    '9 in office, quorum 5; 6 come, 1 by video, 1 not sure, 1 has not replied: a quorum is expected',
  )
  const except = ['person-0', 'person-1', 'person-2', 'person-8']
  expect(forecastSentence(quorumForecast({ inOffice: people(9), answers, rules, except }))).toBe(
    '9 in office, quorum 5; 3 come, 1 by video, 1 not sure, 4 don’t take part in this item: a quorum depends on those who aren’t sure or haven’t replied',
  )
})

it('has no forecast while nobody with a vote is in office', () => {
  const forecast = quorumForecast({ inOffice: [], answers: new Map(), rules: { quorum: majority } })
  expect(forecast.outlook).toBe('nobodyInOffice')
  expect(forecastSentence(forecast)).toContain('the quorum is unknown')
})

it('agrees with counting hands, for every reply of up to five people and every rule', () => {
  const rules: Quorum[] = [
    ...Object.keys(quorumShares).map((share) => ({ by: 'share', share }) as Quorum),
    { by: 'number', number: 3 },
  ]
  const choices = [undefined, ...replyAnswerNames]
  for (let count = 1; count <= 5; count += 1) {
    for (let choice = 0; choice < choices.length ** count; choice += 1) {
      const answers = people(count).map(
        (_, index) => choices[Math.floor(choice / choices.length ** index) % choices.length],
      )
      const quorum = rules[choice % rules.length]!
      const except = people(count).filter((_, index) => (choice >> index) % 3 === 2)
      // The model: everyone who takes part raises a hand for sure, perhaps, or not at all.
      let [sure, perhaps] = [0, 0]
      for (const [index, answer] of answers.entries()) {
        if (except.includes(`person-${index}`)) continue
        if (answer === 'in-person' || answer === 'video') sure += 1
        else if (answer !== 'cannot-come') perhaps += 1
      }
      const needed = quorumOf({ quorum }, count)
      const expected =
        sure >= needed ? 'expected' : sure + perhaps >= needed ? 'open' : ('short' as const)
      // Somebody with two terms counts once, and guests don't count.
      const forecast = quorumForecast({
        inOffice: [...people(count), 'person-0'],
        answers: new Map([...replied(answers), ['guest', 'in-person']]),
        rules: { quorum },
        except,
      })
      const { inPerson, video, notSure, cannotCome, missing, excepted } = forecast
      const sum = inPerson + video + notSure + cannotCome + missing + excepted
      expect([forecast.outlook, forecast.quorum, sum]).toEqual([expected, needed, count])
    }
  }
})
