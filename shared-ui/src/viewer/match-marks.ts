import { matchWashes } from '@portal/domain/mark-colors'
import { quadsIn } from './page-geometry.ts'
import { type PageLayers, textLayerOf } from './page-layers.ts'

/** Paints the matches of the search, which pdf.js wraps in the text layer. The selected one also has an outline. */
export function markMatches(layers: PageLayers): void {
  layers.onText((page) => {
    const view = layers.pageView(page)
    const matches = [...(textLayerOf(view)?.querySelectorAll<HTMLElement>('.highlight') ?? [])]
    if (!view || matches.length === 0) return layers.paint('matches', page, [])
    const shown = { frame: view.div.getBoundingClientRect(), rotation: view.rotation ?? 0 }
    const washes = matches.map((match) => ({
      color: match.classList.contains('selected') ? matchWashes.selected : matchWashes.any,
      quads: textsIn(match).flatMap((node) =>
        quadsIn({ node, from: 0, to: node.data.length }, shown),
      ),
    }))
    layers.paint('matches', page, washes)
  })
}

function textsIn(element: HTMLElement): Text[] {
  return [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE) as Text[]
}
