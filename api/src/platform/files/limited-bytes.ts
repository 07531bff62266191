/**
 * The body of a response. Beyond `most` bytes, which are counted after decompression, reading stops, the connection is
 * closed, and an error with this message is thrown.
 */
export async function limitedBytes(
  response: Response,
  most: number,
  message: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Error(message)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
