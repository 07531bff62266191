import { PersonName } from './person-name.tsx'

export function Initials() {
  return <PersonName name="Maria Lopez" />
}

export function LongName() {
  return <PersonName name="Wilhelmina Catharina van der Meer-Papadopoulos" />
}
