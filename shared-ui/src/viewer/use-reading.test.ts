import { expect, it, vi } from 'vitest'
import { type LoadFailure, LoadError } from './load-failure.ts'
import { openPdf, withoutEmptyRows } from './use-reading.ts'

type Structure = Parameters<typeof withoutEmptyRows>[0]
const node = (role: string, ...children: Structure['children']): Structure => ({ role, children })
const words = (id: string) => ({ type: 'content', id })

it('removes table rows that belong to other pages', () => {
  const here = node('TR', node('TH', words('b')), node('TD'))
  const elsewhere = node('TR', node('TH'), node('TD', node('P')))
  const paragraph = node('P', words('a'))
  const structure = node('Root', paragraph, node('Table', elsewhere, here, elsewhere))
  expect(withoutEmptyRows(structure)).toEqual(node('Root', paragraph, node('Table', here)))
})

it('keeps a row with a described image', () => {
  const map = { ...node('Figure'), alt: 'A map' }
  const row = node('TR', map)
  expect(withoutEmptyRows(node('Table', row))).toEqual(node('Table', row))
})

it('returns null for a page without structure', () => {
  expect(withoutEmptyRows(null as unknown as Structure)).toBeNull()
})

it('tells why pages can’t be read, so that those that are refused aren’t requested again', async () => {
  const failure: LoadFailure = { kind: 'missing' }
  const onTrouble = vi.fn()
  class Transport {
    requestDataRange = (_begin: number, _end: number) => {}
  }
  const getDocument = ({ range }: { range: Transport }) => {
    queueMicrotask(() => range.requestDataRange(0, 10))
    return { promise: Promise.resolve({ getPage: () => undefined }), destroy: async () => {} }
  }
  const library = {
    getDocument,
    PDFDataRangeTransport: Transport,
    VerbosityLevel: {},
    PasswordResponses: {},
  }
  const read = () => Promise.reject(new LoadError(failure))
  await openPdf({
    pdfjs: { library } as never,
    source: { length: 100, pieceSize: 10, read, readRest: () => {} },
    signal: new AbortController().signal,
    askPassword: () => {},
    onTrouble,
  })
  await vi.waitFor(() => expect(onTrouble).toHaveBeenCalledWith(expect.any(Function), failure))
})
