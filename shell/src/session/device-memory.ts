const reopenedKey = 'portal.reopened'

/**
 * Whether this tab has opened a new page for someone who signed in. A browser that keeps no cookies would otherwise do
 * so forever.
 */
export const reopened = {
  get: () => sessionStorage.getItem(reopenedKey) === 'true',
  set: (done: boolean) =>
    done ? sessionStorage.setItem(reopenedKey, 'true') : sessionStorage.removeItem(reopenedKey),
}

/** The new page was served without its reader. */
export class CookieMissing extends Error {
  constructor() {
    super(
      'Your browser isn’t keeping the portal’s cookie. Please allow cookies for this site, then sign in again.',
    )
    this.name = 'CookieMissing'
  }
}

const readerKey = 'portal.reader'

/** The uid of the reader whose unsaved work this device may hold: no other reader must see it. */
export const deviceReader = {
  get: () => localStorage.getItem(readerKey) ?? undefined,
  set: (uid: string) => localStorage.setItem(readerKey, uid),
  clear: () => localStorage.removeItem(readerKey),
}
