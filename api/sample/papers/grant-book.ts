import { chanceOf, pick } from '../figures/chance.ts'
import { grantLines, type Line } from '../figures/lines.ts'
import type { Briefing } from './briefing.ts'

export type Grant = {
  grantee: string
  place: string
  area: Line
  purpose: string
  /** In thousands of dollars. */
  amount: number
  years: number
  founded: number
  staff: number
  /** The grantee's annual income, in thousands of dollars. */
  income: number
}

const places = [
  'Alder Flat',
  'Bright Creek',
  'Cedar Gap',
  'Dry Fork',
  'East Mesa',
  'Fern Hollow',
  'Granite Pass',
  'High Meadow',
  'Juniper Wells',
  'Kestrel Point',
  'Long Prairie',
  'Mill River',
  'North Bench',
  'Otter Bay',
  'Pine Junction',
  'Quarry Hill',
  'Red Bluff Landing',
  'Sage Valley',
  'Twin Lakes',
  'Willow Bend',
]

const works: Record<string, { bodies: string[]; purposes: string[] }> = {
  land: {
    bodies: ['Land Trust', 'Watershed Council', 'River Keepers', 'Grazing Cooperative'],
    purposes: [
      'Restoring side channels for salmon',
      'Conservation easements on working ranches',
      'A crew of young people for fire-wise thinning',
      'Monitoring of streams by neighbors',
      'Removing two small dams',
    ],
  },
  learning: {
    bodies: ['Children’s House', 'Early Learning Alliance', 'Library Friends', 'Family Center'],
    purposes: [
      'A year of training for home visitors',
      'Books and songs in five languages',
      'Opening a preschool room for twenty children',
      'Pay scales for early educators',
      'Play groups in the evening',
    ],
  },
  health: {
    bodies: ['Community Clinic', 'Nurse Partnership', 'Health Cooperative', 'Midwives’ Circle'],
    purposes: [
      'A shared on-call service of four clinics',
      'A van for dental care',
      'Training of community health workers',
      'Telehealth rooms in three libraries',
      'Care for new mothers at home',
    ],
  },
  resilience: {
    bodies: [
      'Neighbors’ Association',
      'Mutual Aid Network',
      'Volunteer Fire Company',
      'Food Commons',
    ],
    purposes: [
      'A cooling center with its own power',
      'A shared kitchen and cold store',
      'Radio network for emergencies',
      'A fund for repairs after storms',
      'Organizing block by block',
    ],
  },
  legacy: {
    bodies: ['Community Fund', 'Leadership School', 'Nonprofit Exchange', 'Archive'],
    purposes: [
      'A reserve for the years after us',
      'Succession of a founding director',
      'Shared bookkeeping for twelve groups',
      'An oral history of the valley',
      'A merger of two neighbors',
    ],
  },
}

/** The awards of a quarter's docket. Each grantee appears once. */
export function grantBook({
  label,
  spent,
  close,
}: Pick<Briefing, 'label' | 'spent' | 'close'>): Grant[] {
  const chance = chanceOf(`docket ${label}`)
  const taken = new Set<string>()
  return grantLines.flatMap((area) => {
    const { bodies, purposes } = works[area.id]!
    const whole = Math.max(180, Math.round((spent[area.id]! / close.month) * 3))
    const shares = Array.from({ length: 6 }, () => 0.25 + chance())
    const sum = shares.reduce((a, b) => a + b, 0)
    return shares.map((share, at): Grant => {
      let grantee = ''
      let place = ''
      while (grantee === '' || taken.has(grantee)) {
        place = pick(chance, places)
        grantee = `${place} ${pick(chance, bodies)}`
      }
      taken.add(grantee)
      const amount = Math.max(15, Math.round((whole * share) / sum / 5) * 5)
      return {
        grantee,
        place,
        area,
        purpose: purposes[at % purposes.length]!,
        amount,
        years: 1 + Math.floor(chance() * 3),
        founded: 1962 + Math.floor(chance() * 50),
        staff: 3 + Math.floor(chance() * 24),
        income: Math.round((amount * (3 + chance() * 9)) / 10) * 10,
      }
    })
  })
}
