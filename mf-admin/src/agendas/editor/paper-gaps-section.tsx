import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { SelectField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Plus } from 'lucide-react'
import { memo, useDeferredValue, useRef, useState } from 'react'
import { changeItem, type DraftItem } from '../draft/agenda-draft.ts'
import type { ChangeDraft } from '../draft/use-agenda-draft.ts'
import { numberedName } from './items/item-fields.tsx'
import { paperGaps } from './paper-gaps.ts'
import styles from './paper-gaps-section.module.css'
import type { MeetingPapers } from './use-meeting-papers.ts'

type PaperGapsProps = {
  items: readonly DraftItem[]
  papers: MeetingPapers
  /** Stays the same function during typing. */
  onChange: ChangeDraft
}

/** Papers on no item, and items that mention a paper they don't have, each with one press to attach. */
export function PaperGaps({ items, ...rest }: PaperGapsProps) {
  // Typing comes first.
  return <Gaps items={useDeferredValue(items)} {...rest} />
}

const Gaps = memo(function Gaps({ items, papers, onChange }: PaperGapsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [added, setAdded] = useState('')
  const { onNoItem, mentioned } = paperGaps(items, papers.all)
  const places = agendaItemPlaces(items)
  const nameOf = (index: number) => isolated(agendaItemName(items[index]!, places[index]!))
  const attach = (
    index: number,
    { materialType, name }: { materialType: string; name: string },
  ) => {
    const { id } = items[index]!
    onChange((draft) => {
      const item = draft.items.find((candidate) => candidate.id === id)
      const isThere = item?.papers.some((paper) => paper.materialType === materialType) ?? true
      const paper = { materialType, pages: '' }
      return isThere ? draft : changeItem(draft, id, { papers: [...item!.papers, paper] })
    })
    setAdded(`${isolated(name)} is a paper of ${nameOf(index)} now.`)
    heading.current?.focus()
  }
  if (items.length === 0) return null
  return (
    <section className={styles.gaps} aria-labelledby="paper-gaps">
      <h2 id="paper-gaps" ref={heading} tabIndex={-1} className={styles.title}>
        Papers and items
      </h2>
      {onNoItem.length === 0 && mentioned.length === 0 && (
        <p className={styles.none}>Every paper of the meeting is on an item.</p>
      )}
      {mentioned.length > 0 && (
        <>
          <h3 className={styles.heading}>Items that mention a paper they don’t have</h3>
          <ul className={styles.list}>
            {mentioned.map(({ index, paper }) => (
              <li key={`${items[index]!.id} ${paper.materialType}`} className={styles.row}>
                <span className={styles.name}>{numberedName(items[index]!, places[index]!)}</span>
                <Button icon={<Plus />} onClick={() => attach(index, paper)}>
                  Add {isolated(paper.name)}
                  <VisuallyHidden> to {nameOf(index)}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {onNoItem.length > 0 && (
        <>
          <h3 className={styles.heading}>Papers on no item</h3>
          <ul className={styles.list}>
            {onNoItem.map((paper) => (
              <LoosePaper
                key={paper.materialType}
                name={paper.name}
                items={items.map((item, index) => ({
                  value: item.id,
                  label: numberedName(item, places[index]!),
                }))}
                proposed={items[mentioned.find((each) => each.paper === paper)?.index ?? 0]!.id}
                onAttach={(id) =>
                  attach(
                    items.findIndex((item) => item.id === id),
                    paper,
                  )
                }
              />
            ))}
          </ul>
        </>
      )}
      <VisuallyHidden>
        <span role="status">{added}</span>
      </VisuallyHidden>
    </section>
  )
})

type LoosePaperProps = {
  name: string
  items: { value: string; label: string }[]
  /** The id of the item that is chosen at first. */
  proposed: string
  onAttach: (id: string) => void
}

/** A paper on no item, and the item that it can be added to. */
function LoosePaper({ name, items, proposed, onAttach }: LoosePaperProps) {
  const [chosen, setChosen] = useState<string>()
  const value = items.some((item) => item.value === chosen) ? chosen! : proposed
  return (
    <li className={styles.row}>
      <span className={styles.name}>{isolated(name)}</span>
      <SelectField
        className={styles.choice}
        label="Item"
        aria-label={`Item for ${isolated(name)}`}
        value={value}
        onChange={setChosen}
        options={items}
      />
      <Button icon={<Plus />} onClick={() => onAttach(value)}>
        Add
        <VisuallyHidden> {isolated(name)} to the item</VisuallyHidden>
      </Button>
    </li>
  )
}
