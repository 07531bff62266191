import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { type LetterMap, textParts } from './letter-ranges.ts'
import { type Quad, quadsIn } from './page-geometry.ts'
import type { PageView } from './viewport.ts'
import { createPageWashes, type PageWashes } from './page-washes.ts'

/** The pages of an open document, for what is drawn on them. */
export type PageLayers = PageWashes & {
  container: HTMLElement
  /** The page's view, from 1; undefined if there is no such page. */
  pageView: (page: number) => PageView | undefined
  /**
   * Calls the listener after a page's text nodes are created, even if the search replaces them. Returns a function that
   * stops this.
   */
  onText: (listener: (page: number) => void) => () => void
  /** The lines of a range of a page's letters; none while its text isn't shown. */
  quadsOf: (page: number, range: LetterRange, map: LetterMap) => readonly Quad[]
}

type LetterRange = { from: number; to: number }

type PageLayersOptions = Pick<PageLayers, 'container' | 'pageView'> & { eventBus: EventBus }

export function pageLayers({ eventBus, container, pageView }: PageLayersOptions): PageLayers {
  /** They are the same at every zoom and rotation, so they are measured once. */
  const measured = new Map<string, readonly Quad[]>()
  return {
    ...createPageWashes({ eventBus, pageView }),
    container,
    pageView,
    quadsOf(page, { from, to }, map) {
      const key = `${page}:${from}-${to}`
      const known = measured.get(key)
      const view = pageView(page)
      if (known || !view) return known ?? []
      const shown = { frame: view.div.getBoundingClientRect(), rotation: view.rotation ?? 0 }
      const quads = textParts(map, { from, to }).flatMap((part) => quadsIn(part, shown))
      if (quads.length > 0) measured.set(key, quads)
      return quads
    },
    onText(listener) {
      const onRendered = ({ source }: { source: PageView }) => listener(source.id)
      const onMatches = ({ pageIndex }: { pageIndex: number }) => {
        const pages = pageIndex < 0 ? renderedPages(container) : [pageIndex + 1]
        // pdf.js listens to the same event to replace the nodes.
        queueMicrotask(() => pages.forEach(listener))
      }
      eventBus.on('textlayerrendered', onRendered)
      eventBus.on('updatetextlayermatches', onMatches)
      return () => {
        eventBus.off('textlayerrendered', onRendered)
        eventBus.off('updatetextlayermatches', onMatches)
      }
    },
  }
}

/** The pages that have a text layer, from 1. */
export function renderedPages(container: HTMLElement): number[] {
  return [...container.querySelectorAll<HTMLElement>('.page')].flatMap(({ dataset, firstChild }) =>
    firstChild ? [Number(dataset['pageNumber'])] : [],
  )
}

/** A page's text layer, while it is in the page. */
export function textLayerOf(view: PageView | undefined): HTMLElement | undefined {
  return view?.textLayer?.div.isConnected ? view.textLayer.div : undefined
}
