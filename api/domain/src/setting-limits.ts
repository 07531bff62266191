/** What the settings of a remote may take. In a module of its own, because every page knows the contract's records. */
export const settingLimits = {
  /** Of a remote. */
  settings: 50,
  /** Characters. */
  label: 80,
  description: 300,
  /** Characters of a text, or of an entry of a list. */
  text: 2000,
  /** Entries of a list, or choices. */
  entries: 50,
  /** The largest number, positive or negative. */
  number: 1_000_000_000_000,
  /** Bytes of all declarations of a remote, and of all its values, as JSON. */
  bytes: 16 * 1024,
} as const

/** A setting's name in the remote's code: `showPhotos`. */
export const settingNamePattern = /^[a-z][A-Za-z0-9]{0,39}$/
