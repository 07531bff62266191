import { addressOfFound } from '@portal/domain/screen-addresses'
import type { FoundEverything, Found, FoundKind } from '@portal/contract/search-everything'
import { type Origin, openedFrom } from '@portal/remote-kit/opened-from'
import { type MouseEvent, Fragment, useId } from 'react'
import { counted } from '@portal/domain/counted'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import { quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ListOrdered, NotebookPen, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type MarkedText as Text, snippetParts } from '@portal/domain/snippet-parts'
import { marksIn, readQuery } from '@portal/domain/search-query'
import { foldedWords } from '@portal/domain/search-words'
import styles from './found-list.module.css'

/** The names of each kind, for one result and for their list. */
export const kindWords: Record<FoundKind, { one: string; all: string }> = {
  paper: { one: 'Paper', all: 'Papers' },
  agendaItem: { one: 'Agenda item', all: 'Agenda items' },
  person: { one: 'Person', all: 'People' },
  note: { one: 'Your note', all: 'Your notes' },
}

export function isFoundKind(kind: string | null): kind is FoundKind {
  return kind !== null && Object.hasOwn(kindWords, kind)
}

type FoundListProps = {
  found: FoundEverything
  words: string
  origin: Origin
  onFollow?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/** The results, best first, as a plain list of links that every screen reader can navigate. */
export function FoundList({ found, words, origin, onFollow }: FoundListProps) {
  return (
    // In Safari, VoiceOver ignores a list without markers unless it has the role.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ol role="list" className={styles.list} aria-label="Results">
      {known(found).map((result) => (
        <FoundRow
          key={`${result.kind} ${result.id}`}
          result={result}
          words={words}
          origin={origin}
          onFollow={onFollow}
        />
      ))}
    </ol>
  )
}

/** The results of known kinds; a newer API may return others, which can't be opened here. */
export function known({ found }: FoundEverything): KnownFound[] {
  return found.flatMap((result) => {
    const { kind } = result
    const address = addressOfFound(result)
    return isFoundKind(kind) && address !== undefined ? [{ ...result, kind, address }] : []
  })
}

const icons = { agendaItem: ListOrdered, person: UserRound, note: NotebookPen }

/** A result of a known kind, with its address. */
type KnownFound = Found & { kind: FoundKind; address: string }

type FoundRowProps = {
  result: KnownFound
  words: string
  /** The page of the results, to which an opened result leads back. */
  origin: Origin
  onFollow?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/**
 * One result. Its title is the link, which covers the whole row; a paper that can't be opened has none. For screen
 * readers the rest is one sentence that describes the link: marks would cut the passage into pieces.
 */
function FoundRow({ result, words, origin, onFollow }: FoundRowProps) {
  const { title, snippet, address, problem } = result
  const sentence = useId()
  const marked = <MarkedText text={markedTitle(title, words)} />
  return (
    <li className={styles.row}>
      <Picture result={result} />
      <div className={styles.words}>
        {problem ? (
          <b>{marked}</b>
        ) : (
          <Link
            to={address}
            state={openedFrom(origin)}
            className={styles.link}
            onClick={onFollow}
            aria-describedby={sentence}
          >
            {marked}
          </Link>
        )}
        <p id={sentence} className={styles.facts}>
          <span aria-hidden="true">{factsOf(result).join(' · ').replaceAll('/', ' › ')}</span>
          <VisuallyHidden>{sentenceOf(result)}</VisuallyHidden>
        </p>
        {problem && <p className={styles.facts}>{paperProblemSentences[problem]}</p>}
        {snippet && (
          <p className={styles.snippet} dir="auto" aria-hidden="true">
            <MarkedText text={snippet} />
          </p>
        )}
      </div>
    </li>
  )
}

/** Decorative: the kind is also given as text. */
function Picture({ result }: { result: KnownFound }) {
  const { kind, mime_type: mimeType = '', condition, first_page: firstPage } = result
  if (kind === 'paper') {
    return (
      <PaperPicture
        size="small"
        kind={paperKindOf({ mimeType, condition })}
        firstPage={firstPage}
      />
    )
  }
  const Icon = icons[kind]
  return (
    <span className={styles.icon}>
      <Icon aria-hidden />
    </span>
  )
}

/** “Paper, Q4 2026, Finance, Policies, page 3, 1 more page. The passage.” */
function sentenceOf(result: KnownFound): string {
  const facts = factsOf(result).join(', ').replaceAll('/', ', ').replace(', Page ', ', page ')
  const passage = result.snippet?.text.replace(/^… | …$/g, '')
  return passage === undefined ? facts : `${facts}. ${isolated(passage)}`
}

/** Neither the meeting nor a folder is repeated if the title, the meeting or the place names it already. */
function factsOf({ kind, title, place, quarter, meeting, page, pages = 1 }: KnownFound): string[] {
  const name = meeting?.name ?? (quarter ? quarterName(quarter) : '')
  const says = (text: string, words: string) => {
    const said = new Set(foldedWords(text))
    return foldedWords(words).every((word) => said.has(word))
  }
  const isMeetingShown = says(title, name) || (kind !== 'paper' && says(place, name))
  const folders = place
    .split('/')
    .filter((folder) => kind !== 'paper' || !says(`${title} ${name}`, folder))
  return [
    kindWords[kind].one,
    !isMeetingShown && name,
    folders.map(isolated).join('/'),
    page !== undefined && `Page ${page}`,
    page !== undefined && pages > 1 && morePages(pages - 1),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

function morePages(count: number): string {
  return counted(count, 'more page')
}

/** A text with the matched words marked. */
function MarkedText({ text }: { text: Text }) {
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

/** Marks the words of a title that a search finds in it, but not near misses. */
export function markedTitle(title: string, search: string): Text {
  return { text: title, marks: marksIn(title, readQuery(search)) }
}
