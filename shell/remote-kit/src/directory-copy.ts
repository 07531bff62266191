import { directoryEntry, peoplePage } from '@portal/contract/directory'
import * as z from 'zod/mini'
import { sessionCopy } from './session-copy.ts'

/**
 * The directory as this tab last read it. Deleted by changes of the directory, so that a reload
 * fetches it again.
 */
export const directoryCopy = sessionCopy('directory', z.array(directoryEntry))

/** The first page of the directory. It has the same key, so that a change by any admin release deletes it. */
export const peopleCopy = sessionCopy('directory', peoplePage)
