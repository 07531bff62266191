const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

const paperTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${office}.presentationml.presentation`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  odp: `${openDocument}.presentation`,
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
}

/** The types in words, for the refusal of another one. */
export const paperTypesInWords =
  'PDF, Word, Excel, PowerPoint, OpenDocument, text and picture files'

/** The MIME type of a paper by its name's extension; undefined if files of this type aren't papers. */
export function paperTypeOf(name: string): string | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && Object.hasOwn(paperTypes, extension)
    ? paperTypes[extension]
    : undefined
}

/** Whether a file is hidden or temporary, by its name: one of an office program, a browser or a desktop. */
export function isTemporaryFile(name: string): boolean {
  return (
    /^(\.|~\$|~)/.test(name) ||
    /(~|\.(tmp|temp|part|partial|crdownload|download|swp|lock))$/i.test(name) ||
    /^(thumbs\.db|desktop\.ini)$/i.test(name)
  )
}
