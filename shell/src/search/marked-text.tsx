import { Fragment } from 'react'
import { type MarkedText as Text, snippetParts } from '@portal/contract/snippet-parts'
import styles from './found-list.module.css'

/** A text with the matched words marked. */
export function MarkedText({ text }: { text: Text }) {
  return snippetParts(text).map(({ text: part, marked, start }) =>
    marked ? (
      <mark key={start} className={styles.mark}>
        {part}
      </mark>
    ) : (
      <Fragment key={start}>{part}</Fragment>
    ),
  )
}
