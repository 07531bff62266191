/** Whether a download would succeed, because a failing link shows nothing. Returns the status, 0 without a response. */
export async function checkDownload(url: string): Promise<number> {
  try {
    return (await fetch(url, { method: 'HEAD' })).status
  } catch {
    return 0
  }
}

/** The server names the file. */
export function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
