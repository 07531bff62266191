import type { DirectoryEntry } from '@portal/contract/directory'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isRestricted } from '@portal/domain/may-read'
import { isolated } from '@portal/domain/shown-text'
import type { ShownToOthers } from '@portal/domain/who-may-read'
import { Banner } from '@portal/shared-ui/banner'
import { SelectField } from '@portal/shared-ui/field'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx'
import { audienceOf, type ItemAudience, peopleOf } from '../../draft/item-audience.ts'
import choiceStyles from '../../start/start-dialog.module.css'
import { AudienceReaders, useAudiencePreview } from './audience-readers.tsx'
import { PeopleField } from './people-field.tsx'

type AudienceDialogProps = {
  /** The item's name. */
  name: string
  /** What the dialog was opened with. */
  first: ItemAudience
  people: readonly DirectoryEntry[]
  nameOf: (person: string) => string
  meeting: MeetingRef
  /** The id of the stored item; undefined for a new one. */
  item: string | undefined
  onUse: (chosen: ItemAudience) => void
  onClose: () => void
}

const kinds = [
  {
    who: 'everybody',
    label: 'Everybody',
    detail: 'Everybody who sees the meeting, and the guests who are invited to this item.',
  },
  {
    who: 'voting',
    label: 'Voting members only',
    detail: 'A closed session. Other people can be added by name.',
  },
  {
    who: 'named',
    label: 'Named people',
    detail: 'The people you choose, and no one else. Other admins can’t read it either.',
  },
] as const

const othersOptions = [
  { value: 'time', label: '“Closed session” and its time' },
  { value: 'nothing', label: 'Nothing: the item isn’t there for them' },
]

/** Chooses who can read an item, and shows who that is before anything is saved. */
export function AudienceDialog(props: AudienceDialogProps) {
  const { name, meeting, item, first, people, nameOf, onUse, onClose } = props
  const [who, setWho] = useState(first.audience.who)
  const [named, setNamed] = useState(peopleOf(first.audience).named)
  const [except, setExcept] = useState(peopleOf(first.audience).except)
  const [toOthers, setToOthers] = useState(first.toOthers)
  const audience = audienceOf(who, named, except)
  const preview = useAudiencePreview(meeting, item, audience)
  const isChanged =
    JSON.stringify({ audience, toOthers }) !==
    JSON.stringify({ audience: first.audience, toOthers: first.toOthers })
  return (
    <FormDialog
      title={`Who can read ${isolated(name)}?`}
      verb="Use this"
      unsaved={isChanged}
      busy={false}
      disabled={preview.data === undefined || preview.data.fault !== undefined}
      onSubmit={() => onUse({ audience, toOthers })}
      onClose={onClose}
    >
      <div className={choiceStyles.sources} role="radiogroup" aria-label="Who can read it">
        {kinds.map((kind) => (
          <label key={kind.who} className={choiceStyles.source}>
            <input
              type="radio"
              name="audience"
              checked={kind.who === who}
              onChange={() => setWho(kind.who)}
            />
            <span className={choiceStyles.name}>{kind.label}</span>
            <span className={choiceStyles.detail}>{kind.detail}</span>
          </label>
        ))}
      </div>
      {preview.data?.fault !== undefined && (
        <Banner kind="bad" icon={<TriangleAlert />} role="alert">
          {preview.data.fault}
        </Banner>
      )}
      {who !== 'everybody' && (
        <PeopleField
          label={who === 'named' ? 'People' : 'Add a person'}
          hint={
            who === 'named'
              ? 'Everybody in the directory. Add yourself if you will write this item.'
              : 'For somebody without a vote, such as the person who takes the minutes.'
          }
          people={people}
          chosen={named}
          nameOf={nameOf}
          onChange={setNamed}
        />
      )}
      <PeopleField
        label="Except"
        hint="People who don’t get this item, such as a director who is recused."
        people={people}
        chosen={except}
        nameOf={nameOf}
        onChange={setExcept}
      />
      {isRestricted({ audience }) && (
        <SelectField
          label="What the others see"
          value={toOthers}
          onChange={(chosen) => setToOthers(chosen as ShownToOthers)}
          options={othersOptions}
        />
      )}
      <AudienceReaders preview={preview} />
      <p>Nothing changes before you save the agenda.</p>
    </FormDialog>
  )
}
