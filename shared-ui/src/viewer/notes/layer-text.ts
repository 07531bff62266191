import { pageLetters } from '@portal/domain/page-letters'

/** A page's text with its lines, and the text nodes that hold it. */
export type LayerText = { text: string; parts: readonly { node: Text; at: number }[] }

/** Reads a text layer: its items as they are, and a line break for each `<br>`. */
export function layerText(layer: Node): LayerText {
  const parts: { node: Text; at: number }[] = []
  let text = ''
  const walker = layer.ownerDocument!.createTreeWalker(layer)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeName === 'BR') text += '\n'
    if (node.nodeType !== Node.TEXT_NODE) continue
    parts.push({ node: node as Text, at: text.length })
    text += (node as Text).data
  }
  return { text, parts }
}

/** Where a position of the document is in the text. */
export function offsetOf({ text, parts }: LayerText, node: Node, offset: number): number {
  const own = parts.find((part) => part.node === node)
  if (own) return own.at + offset
  const place = node.ownerDocument!.createRange()
  place.setStart(node, offset)
  return parts.find((part) => place.comparePoint(part.node, 0) >= 0)?.at ?? text.length
}

/** The position of the document where the text has an offset. */
export function placeOf({ parts }: LayerText, offset: number): [node: Text, offset: number] {
  const part = parts.findLast(({ at }) => at <= offset) ?? parts[0]!
  return [part.node, Math.max(0, Math.min(offset - part.at, part.node.data.length))]
}

/** The letters before an offset of the text, without white space. */
export function lettersBefore({ text }: LayerText, offset: number): number {
  return pageLetters(text).at[offset]!
}
