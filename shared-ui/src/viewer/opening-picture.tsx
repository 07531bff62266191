import type { FirstPage } from '@portal/contract/documents'
import { isolated } from '@portal/domain/shown-text'
import { use } from 'react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './opening-picture.module.css'
import { ToolbarPlace } from './reading-contexts.ts'
import { recallPlace } from './reading-places.ts'
import { isFit } from './page-fit.ts'

/** Widths of the pictures of first pages, in px. */
const [narrow, wide] = [176, 640]

type OpeningPictureProps = {
  name: string
  firstPage: FirstPage
  /** The paper is open, and its first page is being drawn. */
  isOpen?: boolean
  /** The picture is shown, or can't be. */
  onSettled?: () => void
}

/** A paper's first page as a picture, where the page itself will be once it is drawn. */
export function OpeningPicture(props: OpeningPictureProps) {
  const { name, firstPage, isOpen = false, onSettled } = props
  const widest = widestAt(firstPage.height)
  return (
    <div className={styles.place} data-of-unknown-size={widest === undefined || undefined}>
      <output aria-busy={!isOpen}>
        <VisuallyHidden>Loading {isolated(name)}</VisuallyHidden>
      </output>
      <div
        className={styles.sheet}
        style={{
          aspectRatio: `${wide} / ${firstPage.height}`,
          ...(widest === undefined ? {} : { maxInlineSize: `${widest}px` }),
        }}
      >
        {/* Lists show the narrow one, so the browser usually has it. */}
        <img src={firstPage.narrow} width={narrow} alt="" />
        <img
          src={firstPage.wide}
          width={wide}
          alt=""
          fetchPriority="high"
          onLoad={onSettled}
          onError={onSettled}
        />
      </div>
    </div>
  )
}

/** As high as the toolbar, until there is one; nothing if a surrounding bar has it. */
export function ToolbarSpace() {
  return use(ToolbarPlace) === null ? <div className={styles.toolbar} /> : null
}

/** Paper sizes: the height of their picture, and how wide a page of it is at most at first, in px. */
const sizes = [
  { height: Math.round((wide * 11) / 8.5), widest: 1020 },
  { height: Math.round((wide * 14) / 8.5), widest: 1020 },
  { height: Math.round(wide * Math.SQRT2), widest: 992 },
]

/** The width at which pdf.js’s `auto` shows a page in a wide window; undefined for other paper sizes. */
export function widestAt(height: number): number | undefined {
  return sizes.find((size) => Math.abs(size.height - height) <= 2)?.widest
}

/** Whether a paper opens at the beginning of its first page, as a reader first sees it. */
export function opensAtStart(id: string, page: number | undefined): boolean {
  if (page !== undefined) return page === 1
  const place = recallPlace(id)
  if (!place) return true
  const { page: first, below, zoom, rotation } = place
  return first === 1 && rotation === 0 && isFit(zoom) && (below === undefined || below < 1)
}
