/** Types that browsers never execute. All others are sent as plain bytes, regardless of the type that the drive reports. */
const harmless = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
])

/** The Content-Type of an original, which is always sent as an attachment. */
export function originalType(mimeType: string): string {
  return harmless.has(mimeType) ? mimeType : 'application/octet-stream'
}
