/** The IndexedDB database of files that an admin is uploading; deleted at sign-out. */
export const uploadsDatabase = 'portal-uploads'
