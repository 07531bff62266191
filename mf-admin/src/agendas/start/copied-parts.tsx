import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import styles from './copied-parts.module.css'
import { type CopiedParts, copiedInWords, type StartSource } from './started-agenda.ts'

type CopiedPartsFieldsProps = {
  source: StartSource
  /** The names of its papers that can be copied. */
  paperNames: readonly string[]
  parts: CopiedParts
  onChange: (parts: CopiedParts) => void
}

/** What of a source is copied besides its items and their durations, with one sentence that names all of it. */
export function CopiedPartsFields({ source, paperNames, parts, onChange }: CopiedPartsFieldsProps) {
  const { items, title, location } = source
  const places = agendaItemPlaces(items)
  const described = items.flatMap((item, index) =>
    item.description ? [{ item, name: agendaItemName(item, places[index]!) }] : [],
  )
  const presenters = items.filter(({ speaker }) => speaker).length
  const without = new Set(parts.withoutDescription)
  const kept = described.filter(({ item }) => !without.has(item.id)).length
  const set = (change: Partial<CopiedParts>) => onChange({ ...parts, ...change })
  const keep = (id: string, isKept: boolean) => {
    const others = parts.withoutDescription.filter((other) => other !== id)
    set({ withoutDescription: isKept ? others : [...others, id] })
  }
  return (
    <fieldset className={styles.parts}>
      <legend>What to copy besides the items</legend>
      {title && (
        <Part
          label={`Title: ${isolated(title)}`}
          checked={parts.title}
          onChange={(checked) => set({ title: checked })}
        />
      )}
      {location && (
        <Part
          label={`Place: ${isolated(location)}`}
          checked={parts.place}
          onChange={(checked) => set({ place: checked })}
        />
      )}
      <Part
        label="Start times follow the durations"
        checked={parts.timesFollow}
        onChange={(checked) => set({ timesFollow: checked })}
      />
      {presenters > 0 && (
        <Part
          label={`Presenters of ${counted(presenters, 'item')}`}
          checked={parts.presenters}
          onChange={(checked) => set({ presenters: checked })}
        />
      )}
      {paperNames.length > 0 && (
        <Part
          label={`Names of its papers, for those to come: ${paperNames.map(isolated).join(', ')}`}
          checked={parts.papers}
          onChange={(checked) => set({ papers: checked })}
        />
      )}
      {described.length > 0 && (
        <>
          <Part
            label={`Descriptions: ${kept} of ${described.length}`}
            checked={kept > 0}
            onChange={(checked) =>
              set({ withoutDescription: checked ? [] : described.map(({ item }) => item.id) })
            }
          />
          <div className={styles.each}>
            {described.map(({ item, name }) => (
              <Part
                key={item.id}
                label={`Description of ${isolated(name)}`}
                checked={!without.has(item.id)}
                onChange={(checked) => keep(item.id, checked)}
              />
            ))}
          </div>
        </>
      )}
      <p role="status">{copiedInWords(source, parts)}</p>
    </fieldset>
  )
}

type PartProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

function Part({ label, checked, onChange }: PartProps) {
  return (
    <label className={styles.part}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
