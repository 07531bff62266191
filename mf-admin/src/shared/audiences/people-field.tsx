import type { DirectoryEntry } from '@portal/contract/directory'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { Combobox } from '@portal/shared-ui/combobox'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { X } from 'lucide-react'
import styles from './audience.module.css'

type PeopleFieldProps = {
  label: string
  hint: string
  /** The people to choose from. */
  people: readonly DirectoryEntry[]
  /** The ids of those who are chosen. */
  chosen: readonly string[]
  nameOf: (person: string) => string
  onChange: (chosen: readonly string[]) => void
}

/** Chooses people of the directory; each can be taken out again. */
export function PeopleField({ label, hint, people, chosen, nameOf, onChange }: PeopleFieldProps) {
  return (
    <div className={styles.people}>
      <Combobox
        key={chosen.length}
        label={label}
        hint={hint}
        options={people.filter(({ id }) => !chosen.includes(id))}
        value={null}
        onChange={(person: DirectoryEntry | null) => {
          if (person) onChange([...chosen, person.id])
        }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        detailOf={({ role }) => role}
        placeholder="Search by name or role"
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={`${label}: chosen`}>
          {chosen.map((person) => (
            <li key={person}>
              {nameOf(person)}
              <Button
                variant="quiet"
                icon={<X />}
                onClick={() => onChange(chosen.filter((other) => other !== person))}
              >
                Remove
                <VisuallyHidden> {isolated(nameOf(person))}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
