import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObjectCopier } from '@cantoo/pdf-lib'

const name = PDFName.of

/** Copies a paper's layers and their visibility (ISO 32000-1, 8.11.4); without it, readers show hidden layers. */
export function copyLayers(paper: PDFDocument, book: PDFDocument, copier: PDFObjectCopier): void {
  const layers = paper.catalog.lookup(name('OCProperties'))
  if (!(layers instanceof PDFDict)) return
  const all = listIn(layers, 'OCGs')
  const shown = layers.lookup(name('D'))
  const config = shown instanceof PDFDict ? shown : paper.context.obj({})
  const isHiding = config.lookup(name('BaseState')) === name('OFF')
  const on = new Set(listIn(config, 'ON'))
  const hidden = isHiding ? all.filter((layer) => !on.has(layer)) : listIn(config, 'OFF')
  const into = layersOf(book)
  for (const layer of all) into.all.push(copier.copy(layer))
  for (const layer of hidden) into.hidden.push(copier.copy(layer))
  for (const rule of listIn(config, 'AS')) into.rules.push(copier.copy(rule))
}

function listIn(dictionary: PDFDict, key: string) {
  const found = dictionary.lookup(name(key))
  return found instanceof PDFArray ? found.asArray() : []
}

/** The book's lists of layers, created empty on first use. */
function layersOf({ catalog, context }: PDFDocument) {
  const known = catalog.lookup(name('OCProperties'))
  const layers = known instanceof PDFDict ? known : emptyLayers()
  const config = layers.lookup(name('D'), PDFDict)
  return {
    all: layers.lookup(name('OCGs'), PDFArray),
    hidden: config.lookup(name('OFF'), PDFArray),
    rules: config.lookup(name('AS'), PDFArray),
  }

  function emptyLayers() {
    const empty = context.obj({ OCGs: [], D: { OFF: [], AS: [] } })
    catalog.set(name('OCProperties'), empty)
    return empty
  }
}
