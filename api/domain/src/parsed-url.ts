/** An absolute address, or undefined for any other text. `URL.parse` is missing in some supported browsers. */
export function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
