/** A JPEG 2000 image of one color, 16 × 16. */
const jpeg2000 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAwcHAAAAAAAPY29scgEAAAAAABAAAACranAyY/9P/1EALwAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQQEBAAB/1wAEEBASEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAJwAB/5PH1AIIx9QCBN+AEALXgICAgICAgICAgICA/9k=',
  'base64',
)
/** The color of the JPEG 2000 image as red, green and blue. */
export const pictureColor = [192, 32, 64]

/** 64 × 64 black pixels in fax coding (MMR), which is part of JBIG2. */
const fax = Buffer.from('26a0786ffffffffffffffffffffffffffffffff8008008', 'hex')

/**
 * A paper of one page, 400 × 200: a JPEG 2000 image fills its left half, a black JBIG2 image its
 * right half.
 */
export function picturePaper(): Buffer {
  const content = Buffer.from(
    'q 200 0 0 200 0 0 cm /Left Do Q q 200 0 0 200 200 0 cm /Right Do Q',
    'latin1',
  )
  const image = '/Type /XObject /Subtype /Image'
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /XObject << /Left 5 0 R /Right 6 0 R >> >> >>',
    { dictionary: '', bytes: content },
    { dictionary: `${image} /Width 16 /Height 16 /Filter /JPXDecode`, bytes: jpeg2000 },
    {
      dictionary: `${image} /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode`,
      bytes: jbig2(),
    },
  ])
}

/** As embedded in PDF (ITU-T T.88, annex A): a page segment and an image segment. */
function jbig2(): Buffer {
  const [width, height] = [u32(64), u32(64)]
  const none = u32(0)
  const page = Buffer.concat([width, height, none, none, Buffer.from([0, 0, 0])])
  // Its position, its combination operator, and the flag for MMR coding.
  const region = Buffer.concat([width, height, none, none, Buffer.from([0, 1]), fax])
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
}

function segment(number: number, type: number, data: Buffer): Buffer {
  return Buffer.concat([u32(number), Buffer.from([type, 0, 1]), u32(data.byteLength), data])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

type PdfObject = string | { dictionary: string; bytes: Buffer }

/** A file of these objects, numbered from 1; the first is the catalog. */
function pdf(objects: PdfObject[]): Buffer {
  let file = Buffer.from('%PDF-1.7\n', 'latin1')
  const add = (part: string | Buffer) =>
    (file = Buffer.concat([file, typeof part === 'string' ? Buffer.from(part, 'latin1') : part]))
  const places = objects.map((object, n) => {
    const place = file.byteLength
    add(`${n + 1} 0 obj\n`)
    if (typeof object === 'string') add(object)
    else {
      add(`<< ${object.dictionary} /Length ${object.bytes.byteLength} >>\nstream\n`)
      add(object.bytes)
      add('\nendstream')
    }
    add('\nendobj\n')
    return place
  })
  const table = file.byteLength
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  add(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`)
  add(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return file
}
