const key = 'portal.sign-out-owed'

/** A sign-out that the API or the SDK couldn't be told of: this device's next visit owes it to them. */
export const signOutOwed = {
  get: () => localStorage.getItem(key) === 'true',
  set: (owed: boolean) => (owed ? localStorage.setItem(key, 'true') : localStorage.removeItem(key)),
}
