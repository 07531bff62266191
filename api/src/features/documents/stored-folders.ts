import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'

export const foldersId = 'drive'

export const storedFolders = z.object({
  switched: z.array(z.object({ folder: z.string(), closed: z.boolean() })),
})
export type StoredFolders = z.infer<typeof storedFolders>
/** Collection `folders`, one document: the folders of the drive that an admin has closed to members, or opened. */
export const foldersCollection = defineCollection('folders', storedFolders)
