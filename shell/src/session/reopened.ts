const key = 'portal.reopened'

/**
 * Whether this tab has opened a new page for someone who signed in. A browser that keeps no cookies would otherwise do
 * so forever.
 */
export const reopened = {
  get: () => sessionStorage.getItem(key) === 'true',
  set: (done: boolean) =>
    done ? sessionStorage.setItem(key, 'true') : sessionStorage.removeItem(key),
}

/** The new page came without its reader. */
export class CookieMissing extends Error {
  constructor() {
    super(
      'Your browser isn’t keeping the portal’s cookie. Please allow cookies for this site, then sign in again.',
    )
    this.name = 'CookieMissing'
  }
}
