import { directoryEntry } from '@portal/contract/directory'
import * as z from 'zod/mini'
import { sessionCopy } from './session-copy.ts'

/** The directory that this tab read last. Whoever changes the directory drops it, so that a reload asks anew. */
export const directoryCopy = sessionCopy('directory', z.array(directoryEntry))
