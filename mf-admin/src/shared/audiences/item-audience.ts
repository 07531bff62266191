import { counted } from '@portal/domain/counted'
import { type Audience, isRestricted } from '@portal/domain/may-read'
import type { ShownToOthers } from '@portal/domain/who-may-read'

/** Who an item is for, and what the others see of it. */
export type ItemAudience = { audience: Audience; toOthers: ShownToOthers }

export const forEverybody: ItemAudience = { audience: { who: 'everybody' }, toOthers: 'time' }

/** The people that an audience names, and those whom it leaves out. */
export function peopleOf(audience: Audience): {
  named: readonly string[]
  except: readonly string[]
} {
  const named = audience.who === 'everybody' ? [] : (audience.named ?? [])
  return { named, except: audience.except ?? [] }
}

/** An audience of other people, or of another kind; the people who are chosen stay. */
export function audienceOf(
  who: Audience['who'],
  named: readonly string[],
  except: readonly string[],
): Audience {
  const without = except.length > 0 ? { except } : {}
  if (who === 'everybody') return { who, ...without }
  if (who === 'named') return { who, named, ...without }
  return { who, ...(named.length > 0 ? { named } : {}), ...without }
}

const unseen = 'The others don’t see that there is such an item.'

/** "Only voting members, and Ada Park. Not Ben Ode. The others see “Closed session” and its time." */
export function audienceInWords(
  { audience, toOthers }: ItemAudience,
  nameOf: (person: string) => string,
  others = toOthers === 'nothing' ? unseen : 'The others see “Closed session” and its time.',
): string {
  const { named, except } = peopleOf(audience)
  const names = (people: readonly string[]) => people.map(nameOf).join(', ')
  const who = {
    everybody: 'Everybody who sees the meeting.',
    voting: `Only voting members${named.length > 0 ? `, and ${names(named)}` : ''}.`,
    named: named.length > 0 ? `Only ${names(named)}.` : 'Nobody yet.',
  }[audience.who]
  return [who, except.length > 0 && `Not ${names(except)}.`, isRestricted({ audience }) && others]
    .filter(Boolean)
    .join(' ')
}

/** "Voting members only, and 1 more, except 2; the others see its time": for a list of differences. */
export function audienceCounted({ audience, toOthers }: ItemAudience): string {
  const { named, except } = peopleOf(audience)
  const who = {
    everybody: 'Everybody',
    voting: `Voting members only${named.length > 0 ? `, and ${named.length} more` : ''}`,
    named: counted(named.length, 'named person', 'named people'),
  }[audience.who]
  const all = except.length > 0 ? `${who}, except ${except.length}` : who
  if (!isRestricted({ audience })) return all
  return `${all}; the others see ${toOthers === 'time' ? 'its time' : 'nothing'}`
}
