import { counted } from '@portal/domain/counted'
import type { HeldRemovals, MissingPaper } from '@portal/contract/sync'
import { Fragment } from 'react'
import { PlaceInWords } from '../../shared/place-in-words.tsx'
import styles from './missing-papers.module.css'

/** Longer lists are folded. */
const inSight = 10

/** Papers of the coming meeting, papers in other slots, then the rest. */
export function MissingPapers({ held: { papers, total } }: { held: HeldRemovals }) {
  const coming = papers.filter(isComing)
  const mapped = papers.filter((paper) => paper.slots.length > 0 && !isComing(paper))
  const others = papers.filter(({ slots }) => slots.length === 0)
  const unnamed = total - papers.length
  const count = others.length + unnamed
  const isAll = count === total
  return (
    <>
      <Group title="Mapped to the coming meeting" papers={coming} />
      <Group title="Mapped elsewhere" papers={mapped} />
      {count > inSight ? (
        <details>
          <summary className={styles.summary}>
            {isAll
              ? `All ${countedPapers(count)}`
              : `${countedPapers(count)} that are mapped to nothing`}
          </summary>
          <Papers papers={others} unnamed={unnamed} />
        </details>
      ) : (
        <Group
          title={isAll ? 'The papers' : 'Mapped to nothing'}
          papers={others}
          unnamed={unnamed}
        />
      )}
    </>
  )
}

export function countedPapers(count: number): string {
  return counted(count, 'paper')
}

const isComing = ({ slots }: MissingPaper) => slots.some(({ coming }) => coming)

type PapersProps = { papers: MissingPaper[]; unnamed?: number }

function Group({ title, papers, unnamed = 0 }: PapersProps & { title: string }) {
  if (papers.length + unnamed === 0) return null
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <Papers papers={papers} unnamed={unnamed} />
    </section>
  )
}

function Papers({ papers, unnamed = 0 }: PapersProps) {
  return (
    <ul className={styles.papers}>
      {papers.map(({ id, name, path, slots }) => (
        <li key={id}>
          <span className={styles.name}>{name}</span>
          <span className={styles.place}>
            {slots.length > 0
              ? slots.map((slot, index) => (
                  <Fragment key={slot.id}>
                    {index > 0 && '; '}
                    <PlaceInWords slot={slot} />
                  </Fragment>
                ))
              : path || 'Top folder'}
          </span>
        </li>
      ))}
      {unnamed > 0 && <li>and {unnamed} more</li>}
    </ul>
  )
}
