/** Whether a request begins a download; later parts of it are requested as ranges. */
export function isDownloadStart({ method, headers }: Request): boolean {
  return method === 'GET' && /^(bytes=0-|$)/.test(headers.get('range') ?? '')
}
