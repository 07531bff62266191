import type { DirectoryEntry } from '@portal/contract/directory'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isRestricted } from '@portal/domain/may-read'
import { isolated } from '@portal/domain/shown-text'
import type { ShownToOthers } from '@portal/domain/who-may-read'
import { Banner } from '@portal/shared-ui/banner'
import { SelectField } from '@portal/shared-ui/field'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import choiceStyles from '../dialogs/choices.module.css'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { AudienceReaders, type AudienceSubject, useAudiencePreview } from './audience-readers.tsx'
import { audienceOf, type ItemAudience, peopleOf } from './item-audience.ts'
import type { Act } from '../use-act.ts'
import { PeopleField } from './people-field.tsx'

type AudienceDialogProps = {
  /** What the audience is of. */
  name: string
  /** What the dialog was opened with. */
  first: ItemAudience
  people: readonly DirectoryEntry[]
  nameOf: (person: string) => string
  meeting: MeetingRef
  subject: AudienceSubject
  /** For an audience that is saved at once; otherwise it is saved with the agenda. */
  saving?: Act
  onUse: (chosen: ItemAudience) => void
  onClose: () => void
}

const kinds = [
  {
    who: 'everybody',
    label: 'Everybody',
    detail: 'Everybody who sees the meeting, and the guests who are invited to it.',
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

/** Chooses who can read an item or a paper, and shows who that is before anything is saved. */
export function AudienceDialog(props: AudienceDialogProps) {
  const { name, meeting, subject, saving, first, people, nameOf, onUse, onClose } = props
  const [who, setWho] = useState(first.audience.who)
  const [named, setNamed] = useState(peopleOf(first.audience).named)
  const [except, setExcept] = useState(peopleOf(first.audience).except)
  const [toOthers, setToOthers] = useState(first.toOthers)
  const audience = audienceOf(who, named, except)
  const preview = useAudiencePreview(meeting, subject, audience)
  const isChanged =
    JSON.stringify({ audience, toOthers }) !==
    JSON.stringify({ audience: first.audience, toOthers: first.toOthers })
  return (
    <FormDialog
      title={`Who can read ${isolated(name)}?`}
      verb={saving ? 'Save' : 'Use this'}
      unsaved={isChanged}
      busy={saving?.busy ?? false}
      refused={saving?.refused}
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
              ? 'Everybody in the directory. Add yourself if you will prepare it.'
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
        hint="People who don’t get it, such as a director who is recused."
        people={people}
        chosen={except}
        nameOf={nameOf}
        onChange={setExcept}
      />
      {'item' in subject && isRestricted({ audience }) && (
        <SelectField
          label="What the others see"
          value={toOthers}
          onChange={(chosen) => setToOthers(chosen as ShownToOthers)}
          options={othersOptions}
        />
      )}
      <AudienceReaders preview={preview} />
      {!saving && <p>Nothing changes before you save the agenda.</p>}
    </FormDialog>
  )
}
