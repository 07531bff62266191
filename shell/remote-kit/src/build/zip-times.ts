/** Signatures and positions of https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3. */
const endSignature = 0x06054b50
/** January 1, 1980, 00:00: the first time that an archive can have. */
const firstTime = 0x00210000

/** The archive with the same time in each entry, so that the same files make the same bytes. */
export function withoutTimes(archive: Uint8Array): Buffer {
  const bytes = Buffer.from(archive)
  let end = bytes.length - 22
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end -= 1
  if (end < 0) throw new Error('This is not a ZIP archive.')
  const count = bytes.readUInt16LE(end + 10)
  let entry = bytes.readUInt32LE(end + 16)
  for (let number = 0; number < count; number += 1) {
    bytes.writeUInt32LE(firstTime, entry + 12)
    const local = bytes.readUInt32LE(entry + 42)
    bytes.writeUInt32LE(firstTime, local + 10)
    // Name, extra field and comment.
    const lengths = [28, 30, 32].map((at) => bytes.readUInt16LE(entry + at))
    entry += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return bytes
}
