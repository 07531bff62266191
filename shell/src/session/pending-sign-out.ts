const key = 'portal.pending-sign-out'

/** A sign-out that couldn't reach the API or the SDK: this device's next visit completes it. */
export const pendingSignOut = {
  get: () => localStorage.getItem(key) === 'true',
  set: (owed: boolean) => (owed ? localStorage.setItem(key, 'true') : localStorage.removeItem(key)),
}
