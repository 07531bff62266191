/** A file in a ZIP, stored uncompressed. `offset`: where its local header begins. */
export type ZipFile = { name: string; size: number; crc32: number; offset: number }

/** The largest values of ZIP's fields; they mean that the actual value is in the ZIP64 record. */
const most32 = 0xffffffff
const most16 = 0xffff

/** The version needed for ZIP64, and the flag for UTF-8 names. */
const version = 45
const utf8Names = 0x0800
/** Unix mode: a regular file that only its owner may read and write. */
const unix = 3 << 8
const privateFile = (0o100600 << 16) >>> 0

/**
 * The records of a ZIP of stored files (APPNOTE.TXT 6.3.10, 4.3). Sizes and checksums are known in advance, so that an
 * archive's layout, and any range of it, can be computed without its bytes.
 */
export function localHeader(file: Omit<ZipFile, 'offset'>, time: Date): Buffer {
  const { name, size, crc32 } = file
  const isLarge = size >= most32
  const nameBytes = Buffer.from(name)
  const extra = isLarge ? zip64Extra([size, size]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(utf8Names, 6)
  header.writeUInt32LE(dosTime(time), 10)
  header.writeUInt32LE(crc32, 14)
  header.writeUInt32LE(Math.min(size, most32), 18)
  header.writeUInt32LE(Math.min(size, most32), 22)
  header.writeUInt16LE(nameBytes.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, nameBytes, extra])
}

/** The end of a ZIP: the directory of its files, which begins at `offset`. */
export function zipDirectory(files: readonly ZipFile[], offset: number, time: Date): Buffer {
  const entries = Buffer.concat(files.map((file) => directoryEntry(file, time)))
  return Buffer.concat([entries, ...endRecords(files.length, entries.length, offset)])
}

function directoryEntry({ name, size, crc32, offset }: ZipFile, time: Date): Buffer {
  const nameBytes = Buffer.from(name)
  // In this order, and only the values that don't fit into their own field.
  const large = [size, size, offset].filter((value) => value >= most32)
  const extra = large.length > 0 ? zip64Extra(large) : Buffer.alloc(0)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(unix | version, 4)
  entry.writeUInt16LE(version, 6)
  entry.writeUInt16LE(utf8Names, 8)
  entry.writeUInt32LE(dosTime(time), 12)
  entry.writeUInt32LE(crc32, 16)
  entry.writeUInt32LE(Math.min(size, most32), 20)
  entry.writeUInt32LE(Math.min(size, most32), 24)
  entry.writeUInt16LE(nameBytes.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(privateFile, 38)
  entry.writeUInt32LE(Math.min(offset, most32), 42)
  return Buffer.concat([entry, nameBytes, extra])
}

function endRecords(count: number, size: number, offset: number): Buffer[] {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(size, most32), 12)
  end.writeUInt32LE(Math.min(offset, most32), 16)
  if (count < most16 && size < most32 && offset < most32) return [end]
  const large = Buffer.alloc(56)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(unix | version, 12)
  large.writeUInt16LE(version, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return [large, locator, end]
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index))
  return extra
}

/** The MS-DOS date and time, in UTC: the format has a resolution of two seconds and no time zone. */
function dosTime(time: Date): number {
  const date =
    ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  return ((date << 16) | clock) >>> 0
}
