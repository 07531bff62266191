import type { FirstPage } from '@portal/contract/documents'
import { clsx } from 'clsx'
import {
  ExternalLink,
  File,
  FileLock2,
  FileText,
  FileType2,
  FileWarning,
  Globe,
  Image,
  ListOrdered,
  type LucideIcon,
  Presentation,
  Table2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type PaperKind, paperKindWords } from './paper-kind.ts'
import styles from './paper-picture.module.css'

type Look = {
  Icon: LucideIcon
  /** What the sheet draws under its icon. */
  outline: 'lines' | 'grid' | 'frame' | 'list'
  tone?: 'caution' | 'ruled' | 'tinted'
}

const looks: Record<PaperKind, Look> = {
  pdf: { Icon: FileText, outline: 'lines' },
  protected: { Icon: FileLock2, outline: 'lines', tone: 'caution' },
  damaged: { Icon: FileWarning, outline: 'lines', tone: 'caution' },
  form: { Icon: FileType2, outline: 'lines' },
  portfolio: { Icon: File, outline: 'lines' },
  document: { Icon: FileType2, outline: 'lines', tone: 'ruled' },
  spreadsheet: { Icon: Table2, outline: 'grid' },
  presentation: { Icon: Presentation, outline: 'frame' },
  image: { Icon: Image, outline: 'frame', tone: 'tinted' },
  page: { Icon: Globe, outline: 'frame', tone: 'ruled' },
  link: { Icon: ExternalLink, outline: 'frame', tone: 'ruled' },
  agenda: { Icon: ListOrdered, outline: 'list', tone: 'ruled' },
  file: { Icon: File, outline: 'lines', tone: 'tinted' },
}

type PaperPictureProps = {
  firstPage?: FirstPage | undefined
  kind: PaperKind
  /** `small`: 56 × 72 px, for rows. `card`: as wide as its card, and small on a phone. */
  size: 'small' | 'card'
  /** Takes the place of the kind's icon on a paper without a picture. */
  icon?: ReactNode
}

/**
 * A paper's first page, or a sheet with the paper's kind if there is no picture. Purely decorative: name and kind are
 * shown next to it.
 */
export function PaperPicture({ firstPage, kind, size, icon }: PaperPictureProps) {
  const [broken, setBroken] = useState<string>()
  const isShown = firstPage && firstPage.wide !== broken
  return (
    <span className={clsx(styles.place, styles[size])} aria-hidden="true">
      {isShown ? (
        <img
          className={clsx(styles.picture, isTall(firstPage) && styles.tall)}
          src={firstPage.narrow}
          srcSet={`${firstPage.narrow} 176w, ${firstPage.wide} 640w`}
          sizes={size === 'small' ? '3.5rem' : '(max-width: 767px) 3.5rem, 16rem'}
          width={640}
          height={firstPage.height}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(firstPage.wide)}
        />
      ) : (
        <Sheet kind={kind} icon={icon} />
      )}
    </span>
  )
}

/** Whether a page is narrower than the small box when it fills its height. */
function isTall({ height }: FirstPage): boolean {
  return height / 640 > 72 / 56
}

/** The icon of a paper's kind, for a line that names it. */
export function PaperKindIcon({ kind }: { kind: PaperKind }) {
  const { Icon } = looks[kind]
  return <Icon aria-hidden />
}

function Sheet({ kind, icon }: Pick<PaperPictureProps, 'kind' | 'icon'>) {
  const { Icon, outline, tone } = looks[kind]
  return (
    <span className={clsx(styles.sheet, tone && styles[tone])}>
      {icon ?? <Icon />}
      <span className={styles.word} data-word={paperKindWords[kind]} />
      <span className={clsx(styles.outline, styles[outline])} />
    </span>
  )
}
