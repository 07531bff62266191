import { deflateSync } from 'node:zlib'
import {
  degrees,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { samplePdf } from '../sync/sync-fixtures.ts'

type Change = (document: PDFDocument) => void | Promise<void>

/** Three pages, each with words, a box and a line. */
async function base(change: Change = () => {}, save: { useObjectStreams?: boolean } = {}) {
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= 3; number += 1) {
    const page = document.addPage([400, 500])
    page.drawText(`Odd page ${number}`, { x: 60, y: 300, size: 18, font })
    page.drawRectangle({ x: 60, y: 200, width: 80 * number, height: 40, color: rgb(0.2, 0.5, 0.6) })
  }
  await change(document)
  return document.save({ addDefaultPage: false, ...save })
}

/** Changes every page. */
const eachPage =
  (change: (page: ReturnType<PDFDocument['getPage']>, index: number) => void): Change =>
  (document) => {
    for (const [index, page] of document.getPages().entries()) change(page, index)
  }

/** Appends content as a separate stream. */
const adding = (content: string): Change =>
  eachPage((page) => {
    const { context } = page.doc
    const stream = context.register(context.stream(content))
    page.node.normalizedEntries()
    page.node.addContentStream(stream)
  })

const annotated = (annotation: Record<string, unknown>): Change =>
  eachPage((page) => {
    const { context } = page.doc
    const ref = context.register(context.obj(annotation as never))
    page.node.set(PDFName.of('Annots'), context.obj([ref]))
  })

/** What a file or a film in a paper consists of. */
export const payload = 'MZ hidden payload'

/** Pages with an annotation that has a file in it, and a picture of its own. */
const carrying = (
  Subtype: string,
  entries: (file: PDFObject, document: PDFDocument) => Record<string, unknown>,
): Change =>
  eachPage(({ doc, node }) => {
    const { context } = doc
    const bytes = context.register(context.stream(payload, { Type: 'EmbeddedFile' }))
    const file = context.register(
      context.obj({
        Type: 'Filespec',
        F: PDFString.of('Macro.xlsm'),
        UF: PDFHexString.fromText('Macro.xlsm'),
        EF: { F: bytes, UF: bytes },
      } as never),
    )
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 40, 40] }
    const picture = context.register(context.stream('0.8 0.2 0.2 rg 0 0 40 40 re f', form))
    const annotation = {
      Type: 'Annot',
      Subtype,
      Rect: [20, 300, 60, 340],
      AP: { N: picture },
      ...entries(file, doc),
    }
    const ref = context.register(context.obj(annotation as never))
    node.set(PDFName.of('Annots'), context.obj([ref]))
  })

/** Papers with files or films in them, which no book has. */
const carriers: Record<string, () => Promise<Uint8Array>> = {
  'a file on a page': () => base(carrying('FileAttachment', (file) => ({ FS: file }))),
  'a film': () =>
    base(
      carrying('RichMedia', (file) => ({
        RichMediaContent: { Assets: { Names: [PDFString.of('film'), file] } },
        RichMediaSettings: { Activation: { Condition: 'PO' } },
      })),
    ),
  'a film of another file': () =>
    base(carrying('Movie', (file) => ({ Movie: { F: file }, A: true }))),
  'a film on a screen': () =>
    base(
      carrying('Screen', (file) => ({
        A: { S: 'Rendition', R: { S: 'MR', C: { S: 'MCD', D: file } } },
      })),
    ),
  'a sound': () =>
    base(
      carrying('Sound', (_, { context }) => ({
        Sound: context.register(context.stream(payload, { Type: 'Sound', R: 8000 })),
      })),
    ),
  'a model': () =>
    base(
      carrying('3D', (_, { context }) => ({
        '3DD': context.register(context.stream(payload, { Type: '3D', Subtype: 'U3D' })),
      })),
    ),
  'a file that belongs to a picture': () =>
    base((document) =>
      carrying('Stamp', (file) => {
        for (const { node } of document.getPages()) {
          node.set(PDFName.of('AF'), document.context.obj([file]))
        }
        return { AF: [file] }
      })(document),
    ),
  'the private data of a program': () =>
    base(
      eachPage(({ node, doc: { context } }) => {
        const own = context.register(context.stream(payload))
        node.set(PDFName.of('PieceInfo'), context.obj({ Editor: { Private: own } } as never))
      }),
    ),
  'resources with the names of files': () => {
    const filters = '/Properties << /EF << /Type /OCG /Name (Layer) >> >>'
    return Promise.resolve(
      byHand({
        page: `/MediaBox [0 0 400 500] /Resources << /Font << /F1 5 0 R /EF 5 0 R /AF 5 0 R >> ${filters} >>`,
        body: stream('BT /EF 18 Tf 60 300 Td (Odd) Tj /AF 18 Tf ( page 1) Tj ET'),
      }),
    )
  },
}

/** Writes objects as a PDF with a cross-reference table. */
function written(objects: string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = text.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const words = 'BT /F1 18 Tf 60 300 Td (Odd page 1) Tj ET'
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const stream = (content: string, length = content.length) =>
  `<< /Length ${length} >>\nstream\n${content}\nendstream`

/** A handwritten PDF of one page. */
const byHand = ({
  page = '/MediaBox [0 0 400 500] /Resources << /Font << /F1 5 0 R >> >>',
  pages = '',
  contents = '/Contents 4 0 R',
  body = stream(words),
  catalog = '',
}: Partial<Record<'page' | 'pages' | 'contents' | 'body' | 'catalog', string>> = {}) =>
  written([
    `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
    `<< /Type /Pages /Kids [3 0 R] /Count 1 ${pages}>>`,
    `<< /Type /Page /Parent 2 0 R ${page} ${contents} >>`,
    body,
    font,
  ])

/** A page whose words are on a layer; `shown` is the layer's initial visibility. */
const layered = (shown: string, usage = '') =>
  written([
    `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /Order [6 0 R] ${shown} >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Resources << /Font << /F1 5 0 R >> /Properties << /L 6 0 R >> >> /Contents 4 0 R >>',
    stream(`/OC /L BDC ${words} EMC`),
    font,
    `<< /Type /OCG /Name (Layer) ${usage}>>`,
  ])

const dictionaries: Record<string, () => Uint8Array> = {
  'inherited size': () =>
    byHand({ page: '', pages: '/MediaBox [0 0 400 500] /Resources << /Font << /F1 5 0 R >> >> ' }),
  'inherited rotation': () => byHand({ pages: '/Rotate 90 ' }),
  'no resources': () =>
    byHand({ page: '/MediaBox [0 0 400 500]', body: stream('0 0 1 rg 50 50 90 90 re f') }),
  'no contents': () => byHand({ contents: '' }),
  'an empty content': () => byHand({ body: stream('') }),
  'a wrong length': () => byHand({ body: stream(words, 12) }),
  'a length that is too long': () => byHand({ body: stream(words, 900) }),
  'unbalanced q': () => byHand({ body: stream(`q q q 0.5 0 0 0.5 0 0 cm ${words}`) }),
  'unbalanced Q': () => byHand({ body: stream(`${words} Q Q Q`) }),
  'a clipped page': () => byHand({ body: stream(`0 0 200 400 re W n ${words}`) }),
  'a scale that is left': () => byHand({ body: stream(`3 0 0 3 0 0 cm ${words}`) }),
  'an unknown operator': () => byHand({ body: stream(`${words} BX wobble EX`) }),
  'contents in pieces': () =>
    byHand({
      contents: '/Contents [4 0 R 4 0 R]',
      body: stream('BT /F1 9 Tf 60 300 Td (Twice) Tj ET'),
    }),
  'a page that is upside down in its box': () =>
    byHand({ page: '/MediaBox [400 500 0 0] /Resources << /Font << /F1 5 0 R >> >>' }),
  'a box that begins elsewhere': () =>
    byHand({ page: '/MediaBox [-100 -50 300 450] /Resources << /Font << /F1 5 0 R >> >>' }),
  'a crop that is larger': () =>
    byHand({
      page: '/MediaBox [0 0 400 500] /CropBox [-50 -50 900 900] /Resources << /Font << /F1 5 0 R >> >>',
    }),
  'a unit of its own': () =>
    byHand({ page: '/MediaBox [0 0 400 500] /UserUnit 2 /Resources << /Font << /F1 5 0 R >> >>' }),
  'a tiny page': () =>
    byHand({ page: '/MediaBox [0 0 30 40]', body: stream('0 1 0 rg 0 0 30 40 re f') }),
  'a huge page': () =>
    byHand({ page: '/MediaBox [0 0 14400 14400] /Resources << /Font << /F1 5 0 R >> >>' }),
  'a fraction of a point': () =>
    byHand({ page: '/MediaBox [0.25 0.5 400.75 500.125] /Resources << /Font << /F1 5 0 R >> >>' }),
  'a rotation below zero': () =>
    byHand({ page: '/MediaBox [0 0 400 500] /Rotate -90 /Resources << /Font << /F1 5 0 R >> >>' }),
  'a rotation over 360°': () =>
    byHand({ page: '/MediaBox [0 0 400 500] /Rotate 450 /Resources << /Font << /F1 5 0 R >> >>' }),
  'a deep page tree': () =>
    written([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 400 500] >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1 /Resources << /Font << /F1 7 0 R >> >> >>',
      '<< /Type /Pages /Parent 3 0 R /Kids [5 0 R] /Count 1 /Rotate 180 >>',
      '<< /Type /Page /Parent 4 0 R /Contents 6 0 R >>',
      stream(words),
      font,
    ]),
  'a count that is wrong': () => byHand({ pages: '/Count 7 ' }),
  'a link to nowhere': () =>
    byHand({
      contents:
        '/Contents 4 0 R /Annots [<< /Type /Annot /Subtype /Link /Rect [9 90 60 140] /Dest [99 0 R /Fit] >>]',
    }),
  'a missing annotation': () => byHand({ contents: '/Contents 4 0 R /Annots [88 0 R null]' }),
  'annotations that are no list': () => byHand({ contents: '/Contents 4 0 R /Annots 12' }),
  'names that go in circles': () =>
    written([
      '<< /Type /Catalog /Pages 2 0 R /Names << /Dests 6 0 R >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      stream(words),
      font,
      '<< /Kids [6 0 R] >>',
    ]),
  'an open action': () =>
    byHand({ catalog: '/OpenAction [3 0 R /Fit] /PageLayout /TwoColumnLeft ' }),
  'a script': () => byHand({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> ' }),
  layers: () => layered('/ON [6 0 R]'),
  'a hidden layer': () => layered('/OFF [6 0 R]'),
  'layers that are hidden unless they are named': () => layered('/BaseState /OFF'),
  'a layer that is printed only': () =>
    layered(
      '/AS [<< /Event /View /Category [/View] /OCGs [6 0 R] >>]',
      '/Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >> ',
    ),
  'two pages that share a content': () =>
    written([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 400 500] >>',
      '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      stream(words),
      font,
      '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    ]),
  'a flate stream': () => {
    const data = deflateSync(Buffer.from(words)).toString('latin1')
    return byHand({
      body: `<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n${data}\nendstream`,
    })
  },
}

const built: Record<string, () => Promise<Uint8Array>> = {
  plain: () => base(),
  'object streams': () => base(undefined, { useObjectStreams: true }),
  'a classic table': () => base(undefined, { useObjectStreams: false }),
  ...Object.fromEntries(
    [90, 180, 270].map((angle) => [
      `turned by ${angle}°`,
      () => base(eachPage((page) => page.setRotation(degrees(angle)))),
    ]),
  ),
  ...Object.fromEntries(
    [0, 90, 180, 270].map((angle) => [
      `cropped and turned by ${angle}°`,
      () =>
        base(
          eachPage((page) => {
            page.setCropBox(40, 60, 300, 380)
            page.setRotation(degrees(angle))
          }),
        ),
    ]),
  ),
  ...Object.fromEntries(
    ['q', 'Q', 'q 2 0 0 2 0 0 cm', 'BT', 'q BT /Nothing 9 Tf', '1 0 0 rg', 'W n', 'EMC'].map(
      (left) => [`content that ends in ${left}`, () => base(adding(left))],
    ),
  ),
  ...Object.fromEntries(
    [
      'Text',
      'Square',
      'Circle',
      'Line',
      'Ink',
      'Stamp',
      'FreeText',
      'Highlight',
      'Popup',
      'FileAttachment',
    ].map((Subtype) => [
      `an annotation of type ${Subtype}`,
      () =>
        base(
          annotated({
            Type: 'Annot',
            Subtype,
            Rect: [20, 300, 60, 340],
            Contents: PDFString.of('Note'),
          }),
        ),
    ]),
  ),
  'links to the web': () =>
    base(
      annotated({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [9, 90, 60, 140],
        A: { S: 'URI', URI: PDFString.of('https://larkspur.example/') },
      }),
    ),
  'links by name': () =>
    base((document) => {
      const { context, catalog } = document
      const target = [document.getPage(2).ref, 'Fit']
      catalog.set(
        PDFName.of('Names'),
        context.obj({ Dests: { Names: [PDFString.of('end'), target] } } as never),
      )
      return annotated({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [9, 90, 60, 140],
        A: { S: 'GoTo', D: PDFString.of('end') },
      })(document)
    }),
  'an outline': () =>
    base((document) => {
      const { context, catalog } = document
      const root = context.nextRef()
      const entry = context.register(
        context.obj({
          Title: PDFString.of('First'),
          Parent: root,
          Dest: [document.getPage(0).ref, 'Fit'],
        } as never),
      )
      context.assign(root, context.obj({ Type: 'Outlines', First: entry, Last: entry, Count: 1 }))
      catalog.set(PDFName.of('Outlines'), root)
    }),
  'form fields': () =>
    base((document) => {
      const form = document.getForm()
      const field = form.createTextField('name')
      field.setText('Maria Lopez')
      field.addToPage(document.getPage(0), { x: 60, y: 400, width: 120, height: 24 })
      form.createCheckBox('agreed').addToPage(document.getPage(1), { x: 60, y: 400 })
    }),
  'an attachment': () =>
    base((document) =>
      document.attach(Buffer.from('words'), 'Words.txt', { mimeType: 'text/plain' }),
    ),
  'page labels': () =>
    base((document) =>
      document.catalog.set(
        PDFName.of('PageLabels'),
        document.context.obj({ Nums: [0, { S: 'r' }] } as never),
      ),
    ),
  'an odd language': () => base((document) => document.setLanguage('ja-JP')),
  'a title of other scripts': () => base((document) => document.setTitle('理事会の資料 · Совет')),
  'letters of pdfkit': () => samplePdf({ pages: 3, text: 'Naïve façade' }),
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, index): [string, () => Promise<Uint8Array>] => {
      const [width, height] = [200 + index * 37, 150 + ((index * 53) % 700)]
      return [
        `a page of ${width} × ${height} points`,
        () => base(eachPage((page) => page.setSize(width, height))),
      ]
    }),
  ),
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, index): [string, () => Promise<Uint8Array>] => [
      `an incremental update, ${index + 1} times`,
      async () => {
        let bytes = Buffer.from(byHand())
        for (let count = 0; count <= index; count += 1) {
          const before = bytes.lastIndexOf('startxref')
          const old = bytes.subarray(before).toString().match(/\d+/)![0]
          const at = bytes.length
          const object = `4 0 obj\n${stream(`BT /F1 18 Tf 60 ${300 - count * 30} Td (Update ${count}) Tj ET`)}\nendobj\n`
          const table = `xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \n`
          const end = `trailer\n<< /Size 6 /Root 1 0 R /Prev ${old} >>\nstartxref\n${at + object.length}\n%%EOF\n`
          bytes = Buffer.concat([bytes, Buffer.from(object + table + end)])
        }
        return bytes
      },
    ]),
  ),
}

/** Papers that can't be copied: the book has placeholders for them. */
const unreadable: Record<string, () => Promise<Uint8Array>> = {
  'a password': () => samplePdf({ userPassword: 'quiet-orchard' }),
  'a header alone': async () => Buffer.from('%PDF-1.7\n'),
  nothing: async () => Buffer.alloc(0),
  'other words': async () => Buffer.from('This is no PDF at all.'),
  'no pages': async () =>
    written(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
  'no size': async () => byHand({ page: '' }),
  'a page tree in circles': async () =>
    written(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
  'its first half': async () => {
    const whole = await base(undefined, { useObjectStreams: true })
    return whole.subarray(0, Math.floor(whole.length / 2))
  },
}

export async function readablePapers(): Promise<{ name: string; bytes: Uint8Array }[]> {
  const all = [
    ...Object.entries(dictionaries),
    ...Object.entries(built),
    ...Object.entries(carriers),
  ]
  return Promise.all(all.map(async ([name, make]) => ({ name, bytes: await make() })))
}

export async function unreadablePapers(): Promise<{ name: string; bytes: Uint8Array }[]> {
  const all = Object.entries(unreadable)
  return Promise.all(all.map(async ([name, make]) => ({ name, bytes: await make() })))
}
