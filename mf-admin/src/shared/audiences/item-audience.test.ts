import { describe, expect, it } from 'vitest'
import { audienceInWords, audienceOf, forEverybody, peopleOf } from './item-audience.ts'

const nameOf = (id: string) => ({ ada: 'Ada Park', ben: 'Ben Ode' })[id] ?? 'Somebody'

describe('an audience in words', () => {
  it('is one sentence for everybody', () => {
    expect(audienceInWords(forEverybody, nameOf)).toBe('Everybody who sees the meeting.')
  })

  it('names who is added, who is left out, and what the others see', () => {
    const audience = audienceOf('voting', ['ada'], ['ben'])
    expect(audienceInWords({ audience, toOthers: 'time' }, nameOf)).toBe(
      'Only voting members, and Ada Park. Not Ben Ode. The others see “Closed session” and its time.',
    )
  })

  it('says that nobody is named yet', () => {
    const audience = audienceOf('named', [], [])
    expect(audienceInWords({ audience, toOthers: 'nothing' }, nameOf)).toBe(
      'Nobody yet. The others don’t see that there is such an item.',
    )
  })

  it('says what those see who are left out of an item for everybody', () => {
    const audience = audienceOf('everybody', ['ada'], ['ben'])
    expect(peopleOf(audience)).toEqual({ named: [], except: ['ben'] })
    expect(audienceInWords({ audience, toOthers: 'time' }, nameOf)).toContain('Not Ben Ode.')
  })
})
