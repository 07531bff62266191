import type { AgendaItem } from '@portal/contract/agendas'
import { pagesProblem } from '@portal/domain/item-papers'
import { isolated } from '@portal/domain/shown-text'
import { suggestedPapers } from '@portal/domain/suggested-papers'
import { Button } from '@portal/shared-ui/button'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { paperFacts } from '@portal/shared-ui/paper-kind'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Plus, Sparkles, TriangleAlert, Upload, X } from 'lucide-react'
import { use, useRef, useState } from 'react'
import type { DraftItem, DraftPaper, NamedItem } from '../../draft/agenda-draft.ts'
import { paperProblem } from '../../draft/draft-problems.ts'
import type { MeetingPapers } from '../use-meeting-papers.ts'
import styles from './item-papers-field.module.css'
import { ItemFiles } from './use-item-files.ts'

type ItemPapersFieldProps = {
  item: DraftItem
  /** The item's name. */
  name: string
  stored: AgendaItem | undefined
  papers: MeetingPapers
  /** The API's refusal. */
  refused: string | undefined
  onChange: (change: Partial<DraftItem>, field: string) => void
}

/** An item's papers: what fits it is offered first, each with one press. */
export function ItemPapersField(props: ItemPapersFieldProps) {
  const { item, name, stored, papers, refused, onChange } = props
  const { pageCount } = papers
  const heading = useRef<HTMLHeadingElement>(null)
  const others = papers.all.filter(
    ({ materialType, isLeftOut }) =>
      !isLeftOut && !item.papers.some((paper) => paper.materialType === materialType),
  )
  const suggested = suggestedPapers(
    item,
    others.filter(({ kind }) => kind !== undefined),
  )
  const problems = item.papers.map((paper) => paperProblem(paper, { stored, pageCount }))
  const set = (next: DraftPaper[], field: string) => onChange({ papers: next }, `papers ${field}`)
  const add = (materialType: string) =>
    set([...item.papers, { materialType, pages: '' }], `add ${materialType}`)
  const remove = (materialType: string) => {
    const rest = item.papers.filter((paper) => paper.materialType !== materialType)
    set(rest, `remove ${materialType}`)
    heading.current?.focus()
  }
  const setPages = (materialType: string, pages: string) => {
    const next = item.papers.map((paper) =>
      paper.materialType === materialType ? { ...paper, pages } : paper,
    )
    set(next, `pages ${materialType}`)
  }

  return (
    <section className={styles.field} aria-label={`Papers of ${isolated(name)}`}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Papers
      </h3>
      {item.papers.length > 0 && (
        <ul className={styles.papers}>
          {item.papers.map((paper, index) => {
            const { materialType } = paper
            return (
              <PaperRow
                key={materialType}
                paper={paper}
                slot={papers.all.find((slot) => slot.materialType === materialType)}
                error={problems[index]}
                onPages={(pages) => setPages(materialType, pages)}
                onRemove={() => remove(materialType)}
              />
            )
          })}
        </ul>
      )}
      {/* What is wrong with one paper is shown there. */}
      {refused && !problems.some(Boolean) && (
        <p className={styles.refused} role="alert">
          <TriangleAlert aria-hidden="true" /> {refused}
        </p>
      )}
      {suggested.length > 0 && (
        <ul className={styles.suggested} aria-label={`Suggested for ${isolated(name)}`}>
          {suggested.map((paper) => (
            <li key={paper.materialType}>
              <Button icon={<Sparkles />} onClick={() => add(paper.materialType)}>
                Add {isolated(paper.name)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && <OtherPaper name={name} others={others} onAdd={add} />}
      <FilesOfItem id={item.id} name={name} />
    </section>
  )
}

/** Picks files for an item, for those who don't drag them onto it. */
function FilesOfItem(item: NamedItem) {
  const add = use(ItemFiles)
  const input = useRef<HTMLInputElement>(null)
  if (!add) return null
  return (
    <div className={styles.files}>
      <Button icon={<Upload />} onClick={() => input.current?.click()}>
        Upload a file
        <VisuallyHidden> to {isolated(item.name)}</VisuallyHidden>
      </Button>
      <p className={styles.facts}>Or drop it on the item. It joins the meeting’s papers at once.</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`Files of ${isolated(item.name)}`}
        onChange={({ target }) => {
          if (target.files?.length) add(item, target.files)
          target.value = ''
        }}
      />
    </div>
  )
}

type PaperRowProps = {
  paper: DraftPaper
  /** Undefined for a slot that this release doesn't know, and while the slots are loading. */
  slot: MeetingPapers['all'][number] | undefined
  error: string | undefined
  onPages: (pages: string) => void
  onRemove: () => void
}

function PaperRow({ paper, slot, error, onPages, onRemove }: PaperRowProps) {
  const name = slot?.name ?? paper.materialType
  // Stored pages may stay, but a shorter paper doesn't have them.
  const note = error === undefined ? pagesProblem(paper.pages, slot?.pageCount) : undefined
  return (
    <li className={styles.paper}>
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        {slot?.kind && (
          <span className={styles.facts}>{paperFacts(slot.kind, slot.pageCount)}</span>
        )}
        {slot?.problem && (
          <span className={styles.problem}>
            <TriangleAlert aria-hidden="true" /> {slot.problem}
          </span>
        )}
      </div>
      <TextField
        className={styles.pages}
        label="Pages"
        aria-label={`Pages of ${isolated(name)}`}
        placeholder="All"
        value={paper.pages}
        onChange={onPages}
        error={error}
        hint={note}
      />
      <Button
        variant="quiet"
        iconOnly
        icon={<X />}
        aria-label={`Remove ${isolated(name)}`}
        onClick={onRemove}
      />
    </li>
  )
}

type OtherPaperProps = {
  name: string
  others: MeetingPapers['all']
  onAdd: (materialType: string) => void
}

/** Any other paper of the meeting, including one that isn't there yet. */
function OtherPaper({ name, others, onAdd }: OtherPaperProps) {
  const [chosen, setChosen] = useState('')
  const isOffered = others.some(({ materialType }) => materialType === chosen)
  return (
    <div className={styles.other}>
      <SelectField
        className={styles.choice}
        label="Another paper"
        value={isOffered ? chosen : ''}
        onChange={setChosen}
        options={[
          { value: '', label: 'Choose a paper' },
          ...others.map(({ materialType, name: label, kind }) => ({
            value: materialType,
            label: kind === undefined ? `${isolated(label)} (not there yet)` : label,
          })),
        ]}
      />
      <Button icon={<Plus />} disabled={!isOffered} onClick={() => onAdd(chosen)}>
        Add paper
        <VisuallyHidden> to {isolated(name)}</VisuallyHidden>
      </Button>
    </div>
  )
}
