import { listPeople } from '@portal/contract/directory'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { UserRound } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { DraftItem } from '../../draft/agenda-draft.ts'
import styles from './presenter-field.module.css'

type PresenterFieldProps = {
  item: Pick<DraftItem, 'speaker' | 'speakerId'>
  /** The item's name. */
  name: string
  error: string | undefined
  onChange: (change: Pick<DraftItem, 'speaker' | 'speakerId'>) => void
}

/** How many people of the directory are offered for what is typed. */
const mostOffered = 5

/** Who presents an item: typed, or a person of the directory that is offered for what is typed. */
export function PresenterField({ item, name, error, onChange }: PresenterFieldProps) {
  const { speaker, speakerId } = item
  const [isTyped, setTyped] = useState(false)
  const people = usePeopleNamed(isTyped && speakerId === '' ? speaker : '')
  return (
    <div className={styles.presenter}>
      <TextField
        label="Presenter"
        value={speaker}
        onChange={(typed) => {
          setTyped(true)
          // Another name is another person.
          onChange({ speaker: typed, speakerId: '' })
        }}
        error={error}
        autoComplete="off"
        hint={
          speakerId === '' ? 'Type a name, or choose it from the directory.' : 'From the directory'
        }
      />
      {people.length > 0 && (
        <ul className={styles.people} aria-label={`Presenters for ${isolated(name)}`}>
          {people.map((person) => (
            <li key={person.id}>
              <Button
                icon={<UserRound />}
                onClick={() => onChange({ speaker: person.name, speakerId: person.id })}
              >
                {[person.name, person.role].filter(Boolean).map(isolated).join(', ')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The first people of the directory whose texts have these words; nobody for less than two letters. */
function usePeopleNamed(typed: string) {
  const { call } = usePortal()
  const search = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: ['admin', 'presenters', search],
    queryFn: async ({ signal }) => {
      const { people } = await call(listPeople, { query: { search } }, { signal })
      return people.slice(0, mostOffered)
    },
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return search.length >= 2 ? (data ?? []) : []
}
