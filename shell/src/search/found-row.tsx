import type { Found, FoundKind } from '@portal/contract/search-everything'
import { quarterName } from '@portal/domain/quarter'
import { openedFrom, type Origin } from '@portal/remote-kit/opened-from'
import { paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { ListOrdered, NotebookPen, UserRound } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import styles from './found-list.module.css'
import { kindWords } from './kind-words.ts'
import { MarkedText } from './marked-text.tsx'
import { markedTitle } from './title-marks.ts'

const icons = { agendaItem: ListOrdered, person: UserRound, note: NotebookPen }

/** A result of a known kind, with its address. */
export type KnownFound = Found & { kind: FoundKind; address: string }

type FoundRowProps = {
  result: KnownFound
  words: string
  /** Where the results are: what is opened leads back there. */
  origin: Origin
  onFollow?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/** One result. Its title is the link, which covers the whole row. */
export function FoundRow({ result, words, origin, onFollow }: FoundRowProps) {
  const { title, snippet, address } = result
  return (
    <li className={styles.row}>
      <Picture result={result} />
      <div className={styles.words}>
        <Link to={address} state={openedFrom(origin)} className={styles.link} onClick={onFollow}>
          <MarkedText text={markedTitle(title, words)} />
        </Link>
        <p className={styles.facts}>{factsOf(result).join(' · ')}</p>
        {snippet && (
          <p className={styles.snippet}>
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

function factsOf({ kind, place, quarter, page, pages = 1 }: KnownFound): string[] {
  return [
    kindWords[kind].one,
    quarter && !place.includes(quarterName(quarter)) && quarterName(quarter),
    place.replaceAll('/', ' › '),
    page !== undefined && `Page ${page}`,
    page !== undefined && pages > 1 && `on ${pages} pages`,
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}
