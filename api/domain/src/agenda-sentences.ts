import type { Quarter } from './quarter.ts'

/** The specification's sentences about a quarter's agenda (section 8) that the API and the screens share. */
export function agendaNotCreated({ year, quarter }: Quarter): string {
  return `No agenda has been created for ${year} Q${quarter}.`
}

export function agendaNotPublished({ year, quarter }: Quarter): string {
  return `The agenda for ${year} Q${quarter} is not published yet.`
}
