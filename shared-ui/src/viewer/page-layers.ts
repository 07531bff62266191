import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** pdf.js's view of a page; its text layer exists while the page is rendered. */
export type PageView = { id: number; div: HTMLElement; textLayer?: { div: HTMLElement } | null }

/** The pages of an open document, for what is drawn on them. */
export type PageLayers = {
  container: HTMLElement
  /** The page's view, from 1; undefined if there is no such page. */
  pageView: (page: number) => PageView | undefined
  /** Calls after a page's text nodes are made, also when the search replaces them. Returns what ends it. */
  onText: (listener: (page: number) => void) => () => void
}

type Options = Pick<PageLayers, 'container' | 'pageView'> & { eventBus: EventBus }

export function pageLayers({ eventBus, container, pageView }: Options): PageLayers {
  return {
    container,
    pageView,
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
